import type { FolderView } from './folder-view.ts'

/** Tells which page data was read before own changes that the listing shows already. */
export const createPageRequests = (idle: () => Promise<void> | null) => {
  let changes = 0
  let asked = { changes, isBusy: false }
  return {
    /** Call when the router asks for a page, which may show any of the cached views. */
    begin: (views: Iterable<FolderView>): void => {
      asked = { changes, isBusy: idle() !== null }
      for (const view of views) view.requested = { edits: view.listing.edits(), asOf: view.listing.asOf() }
    },
    /** Call when an own call that changes items has ended, and before rows are read because of one. */
    changed: (): void => {
      changes += 1
    },
    isOutdated: ({ listing, requested }: FolderView): boolean =>
      requested.edits !== listing.edits() ||
      // An empty listing rather shows rows before the change than none; they are fetched again after it.
      (listing.state.status === 'ready' && (asked.isBusy || asked.changes !== changes)),
  }
}
