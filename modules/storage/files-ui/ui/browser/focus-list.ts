const current = () => document.querySelector<HTMLElement>('[data-index] [data-focus][tabindex="0"]')

/** Focuses the current row of the list, else the first one. */
export const focusList = (): void => {
  const row = current() ?? document.querySelector<HTMLElement>('[data-index] [data-focus]')
  row?.focus()
}

/** Focuses the list after the focused element was removed. */
export const takeFocus = (): void => {
  if (document.activeElement !== document.body) return
  const target = current() ?? document.querySelector<HTMLElement>('[data-view]')
  target?.focus({ preventScroll: true })
}

/** A ref for an element that may unmount with the focus inside: the list takes the focus. */
export const leavesFocus = (node: HTMLElement | null): (() => void) | undefined =>
  node
    ? () => {
        // Runs before the removal; the rows are rendered after it.
        if (node.contains(document.activeElement)) queueMicrotask(takeFocus)
      }
    : undefined
