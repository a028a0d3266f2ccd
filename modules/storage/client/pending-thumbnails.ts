import type { ThumbnailState } from '../contract.ts'
import type { ListingStore } from './listing.ts'

/** ms between two questions: soon at first, then more and more seldom. */
const soon = 600
const seldom = 8_000
/** Questions without a new picture after which nobody asks any more; the rows ask again when they are next seen. */
const most = 30

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((over) => {
    const timer = setTimeout(over, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      over()
    })
  })

/**
 * Asks for thumbnails that are still being made, which also puts them at the head of the line, and shows each in its
 * row as soon as it is there. One call for all rows in view. Ends when all are there, with the signal, or after a while.
 */
export const watchThumbnails = async (
  want: (ids: string[]) => Promise<ThumbnailState[]>,
  listing: Pick<ListingStore, 'find' | 'replace'>,
  ids: readonly string[],
  signal: AbortSignal,
  wait = pause,
): Promise<void> => {
  let delay = soon
  for (let asked = 0; asked < most && !signal.aborted; asked++) {
    const states = await want([...ids]).catch(() => [])
    if (signal.aborted) return
    for (const { id, ...state } of states) {
      const item = listing.find(id)
      if (!item || state.thumbnail_pending) continue
      listing.replace({ ...item, attributes: { ...item.attributes, ...state } })
    }
    if (ids.every((id) => listing.find(id)?.attributes.thumbnail_pending !== true)) return
    await wait(delay, signal)
    delay = Math.min(delay * 1.4, seldom)
  }
}
