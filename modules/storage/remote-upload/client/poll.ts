/** Delays between two polls: short at first, then longer. */
const firstDelayMs = 1_200
const maxDelayMs = 5_000

/** Calls `poll` repeatedly, one call at a time, and not while the page is hidden. Returns a function that ends it. */
export const startPolling = (poll: () => Promise<unknown>, isVisible: () => boolean): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  let hasEnded = false
  const schedule = (delayMs: number) => {
    timer = setTimeout(async () => {
      if (isVisible()) await poll().catch(() => undefined)
      if (!hasEnded) schedule(Math.min(delayMs * 1.2, maxDelayMs))
    }, delayMs)
  }
  schedule(firstDelayMs)
  return () => {
    hasEnded = true
    clearTimeout(timer)
  }
}
