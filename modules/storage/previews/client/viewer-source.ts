import { subscribe } from 'valtio'
import type { Item } from '../../tree/contract.ts'
import type { ListingStore } from '../../tree/ui.ts'

/**
 * A list for the viewer: rows by index, loaded on demand. Items carry their URLs, so that other modules can pass lists
 * of their own.
 */
export interface ViewerSource {
  total(): number
  at(index: number): Item | undefined
  /** -1 while the row is not loaded. */
  indexOf(id: string): number
  /** Loads the missing rows of [from, to). Rejects with the API error. */
  ensure(from: number, to: number): Promise<void>
  /** Loads the rows around an item. Resolves to its index, -1 when it is not in this list. */
  locate(id: string): Promise<number>
  subscribe(changed: () => void): () => void
  /** Incremented with each change of the rows. */
  version(): number
  /** Incremented with each change of the rows by an action of this page. */
  edits(): number
}

/** Adapts a listing of the files screens; `around` loads the page that contains an item. */
export const listingSource = (listing: ListingStore, around: (id: string) => Promise<void>): ViewerSource => ({
  total: () => listing.state.total,
  at: listing.at,
  indexOf: listing.indexOf,
  ensure: listing.ensure,
  async locate(id) {
    if (listing.indexOf(id) < 0) await around(id)
    return listing.indexOf(id)
  },
  subscribe: (changed) => subscribe(listing.state, changed),
  version: () => listing.state.version,
  edits: listing.edits,
})

const isFile = (item: Item | undefined) => item?.type === 'file'

/** Index of the first file. Folders come first in every list, so a binary search finds it. */
export const firstFile = async (source: ViewerSource, fileIndex: number): Promise<number> => {
  let [low, high] = [0, fileIndex]
  while (low < high) {
    const middle = (low + high) >> 1
    await source.ensure(middle, middle + 1)
    if (isFile(source.at(middle))) high = middle
    else low = middle + 1
  }
  return low
}
