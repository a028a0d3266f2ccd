import { type FolderView, removeLoadedRows } from './folder-view.ts'

/** Removes loaded rows from all these views. Returns a function that inserts them again. */
export const removeFromViews = (views: readonly FolderView[], ids: ReadonlySet<string>): (() => void) => {
  const removed = views.map((folderView) => [folderView, removeLoadedRows(folderView, ids)] as const)
  return () => {
    for (const [{ listing }, placed] of removed) listing.insert(placed)
  }
}
