import type { FolderView } from './files.store.ts'

/** Runs `apply`, which changes rows, and keeps scroll position, focus and selection with their items. */
export const preserveScroll = (folderView: FolderView, apply: () => void): void => {
  const { listing, selection, shown } = folderView
  const { cursor } = selection.state
  const focused = listing.at(cursor)?.id
  const seen: [number, string][] = []
  for (let index = shown.lead; index < shown.end; index += 1) {
    const id = listing.at(index)?.id
    if (id) seen.push([index, id])
  }
  apply()
  const still = seen.find(([, id]) => listing.indexOf(id) >= 0)
  if (still) {
    const [from, id] = still
    const to = listing.indexOf(id)
    // Two pages may arrive before the next paint: their shifts add up.
    const { moved } = folderView
    if (to !== from) folderView.moved = moved ? { from: moved.from, to: moved.to + to - from } : { from, to }
  }
  const now = focused ? listing.indexOf(focused) : -1
  selection.shift(now >= 0 ? now - cursor : 0)
  if (listing.complete()) selection.retain((id) => listing.indexOf(id) >= 0)
}
