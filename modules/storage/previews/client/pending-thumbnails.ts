import type { ItemsChanged } from '../../tree/contract.ts'
import type { ListingStore } from '../../tree/ui.ts'
import type { ThumbnailState } from '../contract.ts'

/** Time in ms between two polls without an event, because the realtime connection may be down. */
const firstPollMs = 4_000
const maxPollMs = 15_000
/** Polls without a new thumbnail before giving up. The rows ask again when they are next shown. */
const maxIdlePolls = 30

/** A signal that wakes one waiter. A notification without a waiter is kept for the next one. */
export const createSignal = () => {
  let notified = false
  let resolveWaiter = () => {}
  return {
    notify: (): void => {
      notified = true
      resolveWaiter()
    },
    /** Resolves with the next notification, after `ms`, or when the signal aborts. */
    wait: (ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', finish)
          notified = false
          // Later notifications are for the next waiter.
          resolveWaiter = () => {}
          resolve()
        }
        const timer = setTimeout(finish, ms)
        resolveWaiter = finish
        signal.addEventListener('abort', finish)
        if (notified || signal.aborted) finish()
      }),
  }
}

type Rows = Pick<ListingStore, 'find' | 'replace'>

/** Whether a change of thumbnails in a folder may concern one of these rows. */
export const mayConcernRows = (
  { parent_id, everything }: ItemsChanged,
  rows: Pick<Rows, 'find'>,
  ids: readonly string[],
) =>
  ids.some((id) => {
    const attributes = rows.find(id)?.attributes
    return attributes?.thumbnail_pending && (everything || attributes.parent_id === parent_id)
  })

/**
 * Requests thumbnails that are not ready, which also prioritizes them, and shows each in its row. One call for all
 * visible rows, each time `wait` resolves. Ends when all are ready, on abort, or after `maxIdlePolls` without progress.
 */
export const watchThumbnails = async (
  requestThumbnails: (ids: string[]) => Promise<ThumbnailState[]>,
  listing: Rows,
  ids: readonly string[],
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  let delay = firstPollMs
  for (let polls = 0; polls < maxIdlePolls && !signal.aborted; polls++) {
    const states = await requestThumbnails([...ids]).catch(() => [])
    if (signal.aborted) return
    for (const { id, ...state } of states) {
      const item = listing.find(id)
      if (!item?.attributes.thumbnail_pending || state.thumbnail_pending) continue
      listing.replace({ ...item, attributes: { ...item.attributes, ...state } })
      polls = 0
    }
    if (ids.every((id) => listing.find(id)?.attributes.thumbnail_pending !== true)) return
    await wait(delay, signal)
    delay = Math.min(delay * 1.4, maxPollMs)
  }
}
