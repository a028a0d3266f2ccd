import { type RefCallback, useCallback, useRef } from 'react'
import { isTouchOnly } from '../useMedia.ts'
import { focusFallback, isFieldFocused } from './focus-fallback.ts'

/** The element that had the focus before a floating part opened, by the part's element. */
const openers = new WeakMap<Element, Element | null>()

/** Remembers for a menu or dialog the element that gets the focus back. */
export const recordOpener = (panel: Element, opener: Element | null): void => {
  openers.set(panel, opener)
}

/** The focused element, then the openers of the menus and dialogs around it, innermost first. */
const chain = (): HTMLElement[] => {
  const elements: HTMLElement[] = []
  let element: Element | null = document.activeElement
  while (element && element !== document.body && elements.length < 10) {
    if (element instanceof HTMLElement) elements.push(element)
    const panel: Element | null = element.closest('[role=menu], [role=dialog], [role=alertdialog]')
    element = (panel && openers.get(panel)) ?? null
  }
  return elements
}

const firstField = 'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)'

/**
 * Radix returns the focus to a dialog's trigger; ours have none, as they are opened from state. Spread the result on
 * the dialog's content. Also works when the dialog was opened from a menu that has closed since. On opening, the focus
 * goes to `data-autofocus` or the first field; on touch devices, where a field opens the screen keyboard, to the panel.
 */
export const useReturnFocus = ({ open = true, onClosed }: { open?: boolean; onClosed?: () => void } = {}) => {
  const returnTargets = useRef<HTMLElement[]>([])
  const panel = useRef<HTMLElement>(null)
  const wasOpen = useRef(false)
  // During rendering, as an autoFocus inside moves the focus before effects run.
  if (open && !wasOpen.current) returnTargets.current = chain()
  wasOpen.current = open
  const ref: RefCallback<HTMLElement> = useCallback((node) => {
    if (!node) return
    panel.current = node
    recordOpener(node, returnTargets.current[0] ?? null)
  }, [])
  return {
    ref,
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault()
      const find = (selector: string) => panel.current?.querySelector<HTMLElement>(selector)
      const target = find('[data-autofocus]') ?? (isTouchOnly() ? null : find(firstField)) ?? panel.current
      target?.focus({ preventScroll: true })
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const target = returnTargets.current.find((element) => element.isConnected)
      if (isFieldFocused()) return onClosed?.()
      if (target) target.focus()
      else if (returnTargets.current.length > 0) focusFallback()
      onClosed?.()
    },
  }
}
