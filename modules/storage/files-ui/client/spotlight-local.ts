import { type FoundItem, foldText, placeOf, wordsOf } from '../../search/contract.ts'
import type { Filters } from '../../search/ui.ts'
import type { Item, ParentRef } from '../../tree/contract.ts'
import type { FilesStore, Opened } from './files.store.ts'

const perSort = 3
const refOf = ({ id, attributes: { name, color, emoji } }: Item): ParentRef => ({ id, name, color, emoji })

/** The way to a row of a listing, as far as this tab knows it. */
const pathOf = ({ place, root, path }: Opened, item: Item): ParentRef[] => {
  if (place.view === 'files') return root ? [...path, refOf(root)] : []
  const parent = item.relationships.parent?.data
  return parent ? [{ id: parent.id, name: parent.attributes.name, color: null, emoji: null }] : []
}

const fits = (item: Item, opened: Opened, filters: Filters, now: string): boolean => {
  const { kind, size, modified_at, updated_at } = item.attributes
  const at = modified_at ?? updated_at
  return (
    (!filters.kind || filters.kind === kind) &&
    (!filters.size || (size ?? 0) >= Number(filters.size) * 1_000_000) &&
    (!filters.before || at < filters.before) &&
    (!(filters.after || filters.span) || at >= (filters.after || now)) &&
    (!filters.here || opened.place.view === 'files')
  )
}

/** Rows that this tab has seen already and whose name has all words: shown until the server's answer comes. */
export const localHits = (files: FilesStore, query: string, filters: Filters, now: string): FoundItem[] => {
  const words = wordsOf(foldText(query))
  if (words.length === 0 || filters.people) return []
  const found = new Map<string, FoundItem & { starts: number }>()
  for (const opened of files.all().filter(({ place }) => place.view !== 'trash'))
    for (const { item } of opened.listing.known()) {
      const folded = foldText(item.attributes.name)
      const places = words.map((word) => placeOf(folded, word))
      if (
        found.has(item.id) ||
        !places.every(({ at, start }, n) => start || (at >= 0 && (words[n] as string).length > 2))
      )
        continue
      if (!fits(item, opened, filters, now)) continue
      found.set(item.id, {
        data: item,
        meta: { path: pathOf(opened, item) },
        starts: places.filter(({ start }) => start).length,
      })
    }
  const best = Array.from(found.values()).sort((a, b) => b.starts - a.starts)
  const of = (type: Item['type']) => best.filter(({ data }) => data.type === type).slice(0, perSort)
  return [...of('folder'), ...of('file')].map(({ data, meta }) => ({ data, meta }))
}

/** Folders this tab has visited, the last one first, without the one on screen. */
export const visited = (files: FilesStore): FoundItem[] =>
  files
    .all()
    .toReversed()
    .filter((opened) => opened.root && opened.place.view === 'files' && opened !== files.current())
    .slice(0, perSort)
    .map(({ root, path }) => ({ data: root as Item, meta: { path } }))
