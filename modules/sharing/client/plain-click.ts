import type { MouseEvent } from 'react'

/** A click that means “here and now”; with a key or another button the link stays a link. */
export const plainClick =
  (deed: () => void) =>
  (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    deed()
  }
