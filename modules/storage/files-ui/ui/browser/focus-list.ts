const current = () => document.querySelector<HTMLElement>('[data-index] [data-focus][tabindex="0"]')

/** The keys go to the list: to its current row, else to the first there is. */
export const focusList = (): void => {
  const row = current() ?? document.querySelector<HTMLElement>('[data-index] [data-focus]')
  row?.focus()
}

/** What had the focus is gone: the list takes it, where it is. */
export const takeFocus = (): void => {
  if (document.activeElement !== document.body) return
  const place = current() ?? document.querySelector<HTMLElement>('[data-view]')
  place?.focus({ preventScroll: true })
}

/** A ref for what may leave the page with the focus in it: the list takes over. */
export const leavesFocus = (node: HTMLElement | null): (() => void) | undefined =>
  node
    ? () => {
        // Still there; the rows are rendered when it is gone.
        if (node.contains(document.activeElement)) queueMicrotask(takeFocus)
      }
    : undefined
