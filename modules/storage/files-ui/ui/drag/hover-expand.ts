/** ms of holding something over a folder until it opens, and until it begins to show that it will. */
const patience = 750
const warning = 300

/** Folders that open under something that is held over them; they pulse before. */
export const createSpring = (open: (element: HTMLElement) => void) => {
  let over: HTMLElement | null = null
  let timers: ReturnType<typeof setTimeout>[] = []
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    over?.removeAttribute('data-spring')
    over = null
  }
  return {
    /** The folder under the pointer; null: none that could open. */
    over: (element: HTMLElement | null): void => {
      if (element === over) return
      stop()
      over = element
      if (!element) return
      timers = [
        setTimeout(() => element.setAttribute('data-spring', ''), warning),
        setTimeout(() => {
          stop()
          // It stays under the pointer: it opens once.
          over = element
          open(element)
        }, patience),
      ]
    },
    stop,
  }
}
