import type { FolderView } from './folder-view.ts'

/**
 * Call when an own call that changes items has ended, and before rows are read because of one: page data that were requested
 * before may lack it. An empty listing shows such data rather than nothing; it is fetched again after the change.
 */
export const invalidatePages = (views: Iterable<FolderView>): void => {
  for (const { listing, requested } of views) if (listing.state.status === 'ready') requested.edits = -1
}

/** Call when the router asks for a page, which may show any of the cached views. `isBusy`: own calls are running. */
export const recordPageRequest = (views: readonly FolderView[], isBusy: boolean): void => {
  for (const view of views) view.requested = { edits: view.listing.edits(), asOf: view.listing.asOf() }
  if (isBusy) invalidatePages(views)
}
