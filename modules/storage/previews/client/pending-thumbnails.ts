import type { ItemsChanged } from '../../tree/contract.ts'
import type { ListingStore } from '../../tree/ui.ts'
import type { ThumbnailState } from '../contract.ts'

/** ms between two questions when nothing is heard: the line may be down. */
const soon = 4_000
const seldom = 15_000
/** Questions without a new picture after which nobody asks any more; the rows ask again when they are next seen. */
const most = 30

/** Wakes who waits: news that come while nobody does are not lost. */
export const createBell = () => {
  let rung = false
  let wake = () => {}
  return {
    ring: (): void => {
      rung = true
      wake()
    },
    /** Resolves with the next ring, after `ms`, or with the signal. */
    wait: (ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((over) => {
        const end = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          rung = false
          // What comes from here on is for the next one who waits.
          wake = () => {}
          over()
        }
        const timer = setTimeout(end, ms)
        wake = end
        signal.addEventListener('abort', end)
        if (rung || signal.aborted) end()
      }),
  }
}

type Rows = Pick<ListingStore, 'find' | 'replace'>

/** Whether news of a folder's pictures may be about one of these rows. */
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
 * Asks for thumbnails that are still being made, which also puts them at the head of the line, and shows each in its
 * row as soon as it is there. One call for all rows in view, each time `wait` ends: with news of them, else now and
 * then. Ends when all are there, with the signal, or when nothing comes any more.
 */
export const watchThumbnails = async (
  want: (ids: string[]) => Promise<ThumbnailState[]>,
  listing: Rows,
  ids: readonly string[],
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  let delay = soon
  for (let asked = 0; asked < most && !signal.aborted; asked++) {
    const states = await want([...ids]).catch(() => [])
    if (signal.aborted) return
    for (const { id, ...state } of states) {
      const item = listing.find(id)
      if (!item?.attributes.thumbnail_pending || state.thumbnail_pending) continue
      listing.replace({ ...item, attributes: { ...item.attributes, ...state } })
      asked = 0
    }
    if (ids.every((id) => listing.find(id)?.attributes.thumbnail_pending !== true)) return
    await wait(delay, signal)
    delay = Math.min(delay * 1.4, seldom)
  }
}
