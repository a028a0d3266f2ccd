import type { FolderView } from './folder-view.ts'

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
  const now = focused ? listing.indexOf(focused) : -1
  const still = seen.find(([, id]) => listing.indexOf(id) >= 0)
  const [from, to] = still ? [still[0], listing.indexOf(still[1])] : [0, 0]
  if (still) {
    // Two pages may arrive before the next paint: their shifts add up.
    const { moved } = folderView
    if (to !== from) folderView.moved = moved ? { from: moved.from, to: moved.to + to - from } : { from, to }
  }
  selection.shift(now >= 0 ? now - cursor : to - from)
  selection.retainLoaded((id) => listing.indexOf(id) >= 0, listing.complete())
}
