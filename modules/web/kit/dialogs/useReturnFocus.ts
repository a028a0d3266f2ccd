import { type RefCallback, useCallback, useRef } from 'react'
import { goHome } from './focus-home.ts'

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
    at = (panel && openers.get(panel)) ?? null
  }
  return found
}

const firstField = 'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)'

/**
 * Radix gives the focus back to a dialog's trigger; ours have none, as they are opened from state. Spread the result
 * on the dialog's content. Works too when the dialog was opened from a menu that is gone by then. On opening, the
 * focus goes to `data-autofocus` or the first field, or where a screen keyboard would jump up, to the panel itself.
 */
export const useReturnFocus = (open: boolean, closed?: () => void) => {
  const back = useRef<HTMLElement[]>([])
  const panel = useRef<HTMLElement>(null)
  const was = useRef(false)
  // While rendering, as an autoFocus inside moves the focus before any effect runs.
  if (open && !was.current) back.current = chain()
  was.current = open
  const ref: RefCallback<HTMLElement> = useCallback((node) => {
    if (!node) return
    panel.current = node
    rememberOpener(node, back.current[0] ?? null)
  }, [])
  return {
    ref,
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault()
      const fine = window.matchMedia('(pointer: fine)').matches
      const wanted = fine ? `[data-autofocus], ${firstField}` : '[data-autofocus]'
      const target = panel.current?.querySelector<HTMLElement>(wanted) ?? panel.current
      target?.focus({ preventScroll: true })
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const still = back.current.find((element) => element.isConnected)
      if (still) still.focus()
      else if (back.current.length > 0) goHome()
      closed?.()
    },
  }
}
