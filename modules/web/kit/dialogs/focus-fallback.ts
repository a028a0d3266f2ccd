import { useEffect } from 'react'

let fallback: (() => void) | null = null

/**
 * While mounted, `focus` sets the focus when the element that should get it back no longer exists; null: leaves that to
 * others.
 */
export const useFocusFallback = (focus: (() => void) | null): void => {
  useEffect(() => {
    if (!focus) return
    fallback = focus
    return () => {
      if (fallback === focus) fallback = null
    }
  }, [focus])
}

/** Focuses an element that Tab does not reach, such as a heading. */
export const focusText = (target: HTMLElement, options?: FocusOptions): void => {
  if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1')
  target.focus(options)
}

/**
 * Whether a field has taken the focus while a menu or dialog was closing: on a slow device that is later than the field
 * appears.
 */
export const isFieldFocused = (): boolean => document.activeElement?.matches('input, textarea, select') ?? false

/** Sets the focus where the mounted fallback says. */
export const focusFallback = (): void => fallback?.()

/** Sets the focus there when the focused element has just disappeared. */
export const restoreFocus = (): void => {
  if (document.activeElement === document.body) focusFallback()
}
