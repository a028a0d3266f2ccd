import { subscribe } from 'valtio'
import type { Item } from '../../tree/contract.ts'
import type { ListingStore } from '../../tree/ui.ts'

/**
 * A list to look through: rows by position, loaded as they are needed. Items carry their addresses; nothing here or in
 * the viewer builds one, so that shares and requests can hand in their own lists.
 */
export interface ViewerSource {
  total(): number
  at(index: number): Item | undefined
  /** −1 while its row is not loaded. */
  indexOf(id: string): number
  /** Loads what is missing of [from, to); rejects with the refusal. */
  ensure(from: number, to: number): Promise<void>
  /** Loads the stretch around an item; resolves with its position, −1 when it is not in this list. */
  locate(id: string): Promise<number>
  subscribe(changed: () => void): () => void
  /** Grows with each change of the rows. */
  version(): number
}

/** A listing of the files screens as such a list; `around` loads the stretch with an item in its middle. */
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
})

const isFile = (item: Item | undefined) => item?.type === 'file'

/** Position of the first file: folders come first in every list, so the border is found by halving. */
export const firstFile = async (source: ViewerSource, known: number): Promise<number> => {
  let [low, high] = [0, known]
  while (low < high) {
    const middle = (low + high) >> 1
    await source.ensure(middle, middle + 1)
    if (isFile(source.at(middle))) high = middle
    else low = middle + 1
  }
  return low
}
