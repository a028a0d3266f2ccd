import { isTransient } from '../../shared/contract.ts'

interface RefreshDelays {
  /** Time in ms in which changes are collected. */
  collect: number
  /** Shortest time in ms between two refreshes, for each page that a refresh reads. */
  perPage: number
  /** Time in ms before a failed refresh is repeated; then twice as long each time. */
  failed: number
}

/** One editor's refreshes are a sixth of the requests that the API allows a network of visitors each minute. */
const defaultDelays: RefreshDelays = { collect: 600, perPage: 3_000, failed: 2_000 }
const maxFailedDelayMs = 30_000

/**
 * Refreshes a folder of a link after changes, of which an upload brings thousands: one request at a time, with one more
 * after the last change. A request that was rejected for the moment is repeated, so that the list ends complete.
 */
export const createRefreshAfterChanges = (
  folder: { refresh(): Promise<void>; pages(): number },
  delays: RefreshDelays = defaultDelays,
) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isChanged = false
  let isEnded = false
  let failures = 0
  let nextAt = 0

  const plan = (wait: number) => {
    if (!timer && !isRunning && !isEnded) timer = setTimeout(() => void run(), wait)
  }
  const soon = () => {
    isChanged = true
    // The clock may have been put back since.
    const rest = Math.min(nextAt - Date.now(), delays.perPage * folder.pages())
    plan(Math.max(delays.collect, rest))
  }
  async function run(): Promise<void> {
    timer = undefined
    isRunning = true
    isChanged = false
    let repeatAfter: number | null = null
    try {
      await folder.refresh()
      failures = 0
    } catch (error) {
      const { retryAfter } = error as { retryAfter?: number | null }
      if (isTransient(error)) {
        repeatAfter = Math.max((retryAfter ?? 0) * 1_000, Math.min(delays.failed * 2 ** failures, maxFailedDelayMs))
        failures += 1
      }
    }
    isRunning = false
    nextAt = Date.now() + delays.perPage * folder.pages()
    if (repeatAfter !== null) plan(repeatAfter)
    else if (isChanged) soon()
  }
  return {
    /** Call after each change. */
    soon,
    /** The folder is shown. Returns the function that ends all when it is left. */
    attach: (): (() => void) => {
      isEnded = false
      return () => {
        isEnded = true
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}
