import { cx } from '../cx.ts'

/** The overlay behind dialogs. */
export const scrimClass = 'fixed inset-0 z-50 bg-scrim animate-fade'

/** Prevents dialogs from closing on clicks in toasts and tooltips, which float above them, and while a panel is open. */
export const keepOpenOnFloatingParts = (event: { target: EventTarget | null; preventDefault: () => void }) => {
  if (
    event.target instanceof Element &&
    (event.target.closest('[data-floating]') || document.querySelector('[data-panel]'))
  )
    event.preventDefault()
}

/**
 * Prevents a dialog from closing on Escape in a field that handles it: Radix closes it before the field is told of the key.
 */
export const keepOwnEscape = (event: KeyboardEvent) => {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault()
}

/** The panel shared by all dialogs. */
export const dialogFrameClass = (extra?: string) =>
  cx('fixed z-50 flex flex-col bg-surface text-text shadow-dialog outline-none dark:bg-raised', extra)
