import type { Opened } from './files.store.ts'

/** Takes fresh rows in (`apply`), and keeps scroll position, focus and selection with the items they were about. */
export const keepView = (opened: Opened, apply: () => void): void => {
  const { listing, selection, shown } = opened
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
    // Two pages may come before the next paint: their moves add up.
    const { moved } = opened
    if (to !== from) opened.moved = moved ? { from: moved.from, to: moved.to + to - from } : { from, to }
  }
  const now = focused ? listing.indexOf(focused) : -1
  selection.shift(now >= 0 ? now - cursor : 0)
  if (listing.complete()) selection.retain((id) => listing.indexOf(id) >= 0)
}
