import type { Item, Listing, ListSorting, ParentRef } from '../../tree/contract.ts'
import type { IndexedItem, ListingStore, SectionLocation, SelectionStore } from '../../tree/ui.ts'

/** The part of the page data that describes the location. */
export interface FolderViewData {
  location: SectionLocation
  sorting: ListSorting
  listing: Listing
  notFound?: true
}

/** A folder in one sort order with its rows, selection and scroll position. */
export interface FolderView {
  location: SectionLocation
  sorting: ListSorting
  root: Item | null
  path: ParentRef[]
  listing: ListingStore
  selection: SelectionStore
  scrollTop: number
  /** Range of rendered rows; `lead` is the first visible one. */
  shown: { first: number; end: number; lead: number }
  /** A row moved from one index to another. The scroll position follows before the next paint. */
  moved: { from: number; to: number } | null
  /** Time of the last fetch of the first page, ms since 1970. */
  fetchedAt: number
  /** Time of the last change by another client, ms since 1970. */
  changedAt: number
  /** Own edits (−1: more since) and changes of others that the listing had when a page was last requested. */
  requested: { edits: number; asOf: number }
}

/** Whether the order of the section is fixed: the newest come first. */
export const hasFixedOrder = (section: SectionLocation['section']): boolean => section === 'recent'

const staleAfterMs = 10_000
/** Whether the first page should be fetched again. The clock may have been put back since it was. */
export const isStale = ({ fetchedAt }: FolderView): boolean => Math.abs(Date.now() - fetchedAt) > staleAfterMs

/** Removes loaded rows, and moves focus and selection with the rows that stay. Returns the removed rows. */
export const removeLoadedRows = ({ listing, selection }: FolderView, ids: ReadonlySet<string>): IndexedItem[] => {
  const removed = listing.remove(ids)
  if (removed.length > 0) selection.rowsRemoved(removed)
  return removed
}
