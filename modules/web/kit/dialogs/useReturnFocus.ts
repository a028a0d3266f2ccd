import { type RefCallback, useCallback, useRef } from 'react'

/** What had the focus before a floating part opened, by that part's element. */
const openers = new WeakMap<Element, Element | null>()

/** Remembers for a menu or dialog what to give the focus back to. */
export const rememberOpener = (panel: Element, opener: Element | null): void => {
  openers.set(panel, opener)
}

/** The focused element, then the ones that opened the menus and dialogs around it, innermost first. */
const chain = (): HTMLElement[] => {
  const found: HTMLElement[] = []
  let at: Element | null = document.activeElement
  while (at && at !== document.body && found.length < 10) {
    if (at instanceof HTMLElement) found.push(at)
    const panel: Element | null = at.closest('[role=menu], [role=dialog], [role=alertdialog]')
    const trigger = panel?.getAttribute('aria-labelledby')
    at = panel && (openers.get(panel) ?? (trigger ? document.getElementById(trigger) : null))
  }
  return found
}

/**
 * Radix gives the focus back to a dialog's trigger; ours have none, as they are opened from state. Spread the result
 * on the dialog's content. Works too when the dialog was opened from a menu that is gone by then.
 */
export const useReturnFocus = (closed?: () => void) => {
  const back = useRef<HTMLElement[]>([])
  const panel = useRef<Element | null>(null)
  const ref: RefCallback<HTMLElement> = useCallback((node) => {
    if (node) panel.current = node
  }, [])
  return {
    ref,
    onOpenAutoFocus: () => {
      back.current = chain()
      if (panel.current) rememberOpener(panel.current, back.current[0] ?? null)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      back.current.find((element) => element.isConnected)?.focus()
      closed?.()
    },
  }
}
