import { cx } from '../cx.ts'

/** Behind dialogs. */
export const scrimClass = 'fixed inset-0 z-50 bg-scrim animate-fade'

/** Toasts and tooltips float above dialogs; touching them is no click outside. */
export const keepOpenFor = (event: { target: EventTarget | null; preventDefault: () => void }) => {
  if (event.target instanceof Element && event.target.closest('[data-floating]')) event.preventDefault()
}

/** The centred frame of Popup and Confirm. */
export const frameClass = (extra?: string) =>
  cx('fixed z-50 flex flex-col bg-surface text-text shadow-popup outline-none dark:bg-raised', extra)
