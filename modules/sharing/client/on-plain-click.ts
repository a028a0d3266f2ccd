import type { MouseEvent } from 'react'

/** Handles plain clicks; with a modifier key or another button the link works as a link. */
export const onPlainClick =
  (handle: () => void) =>
  (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    handle()
  }
