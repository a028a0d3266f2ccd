/** ms of hovering until a folder expands, and until it shows that it will. */
const expandDelayMs = 750
const hintDelayMs = 300

/** Expands folders that are hovered during a drag. */
export const createHoverExpand = (open: (element: HTMLElement) => void) => {
  let over: HTMLElement | null = null
  let timers: ReturnType<typeof setTimeout>[] = []
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    over?.removeAttribute('data-hover-expand')
    over = null
  }
  return {
    /** The folder under the pointer; null for none that can expand. */
    over: (element: HTMLElement | null): void => {
      if (element === over) return
      stop()
      over = element
      if (!element) return
      timers = [
        setTimeout(() => element.setAttribute('data-hover-expand', ''), hintDelayMs),
        setTimeout(() => {
          stop()
          // Stays current, so that it expands once only.
          over = element
          open(element)
        }, expandDelayMs),
      ]
    },
    stop,
  }
}
