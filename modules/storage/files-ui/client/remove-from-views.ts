import type { IndexedItem, ListingStore } from '../../tree/ui.ts'
import { type FolderView, removeLoadedRows } from './folder-view.ts'

/** Rows that were removed from a listing, and their indexes. */
export interface RemovedRows {
  listing: ListingStore
  placed: IndexedItem[]
}

/** Removes loaded rows from all these views. */
export const takeRows = (views: readonly FolderView[], ids: ReadonlySet<string>): RemovedRows[] =>
  views.map((folderView) => ({ listing: folderView.listing, placed: removeLoadedRows(folderView, ids) }))

export const insertRows = (removed: readonly RemovedRows[]): void => {
  for (const { listing, placed } of removed) listing.insert(placed)
}

/** Removes loaded rows from all these views. Returns a function that inserts them again. */
export const removeFromViews = (views: readonly FolderView[], ids: ReadonlySet<string>): (() => void) => {
  const removed = takeRows(views, ids)
  return () => insertRows(removed)
}
