import { type FoundItem, findWord, foldText, wordsOf } from '../../search/contract.ts'
import { type Filters, startOfDay } from '../../search/ui.ts'
import type { Item, ParentRef } from '../../tree/contract.ts'
import type { FilesStore, FolderView } from './files.store.ts'

const maxPerType = 3
const refOf = ({ id, attributes: { name, color, emoji } }: Item): ParentRef => ({ id, name, color, emoji })

/** Ancestors of a row, as far as this tab knows them. */
const pathOf = ({ location, root, path }: FolderView, item: Item): ParentRef[] => {
  if (location.section === 'files') return root ? [...path, refOf(root)] : []
  const parent = item.relationships.parent?.data
  return parent ? [{ id: parent.id, name: parent.attributes.name, color: null, emoji: null }] : []
}

const matchesFilters = (item: Item, folderView: FolderView, filters: Filters, now: string): boolean => {
  const { kind, size, extension, modified_at, updated_at } = item.attributes
  const at = modified_at ?? updated_at
  return (
    (!filters.kind || filters.kind === kind) &&
    (!filters.size || (size ?? 0) >= Number(filters.size) * 1_000_000) &&
    (!filters.extension || filters.extension === extension?.toLowerCase()) &&
    (!filters.before || at < startOfDay(filters.before)) &&
    (!(filters.after || filters.span) || at >= (filters.after ? startOfDay(filters.after) : now)) &&
    (!filters.here || folderView.location.section === 'files')
  )
}

/** Loaded rows whose name contains all words; shown until the server responds. */
export const localHits = (files: FilesStore, query: string, filters: Filters, now: string): FoundItem[] => {
  const words = wordsOf(foldText(query))
  // Only the server knows what a folder contains.
  if (words.length === 0 || filters.people || filters.inName) return []
  const found = new Map<string, FoundItem & { starts: number }>()
  for (const folderView of files.all().filter(({ location }) => location.section !== 'trash'))
    for (const { item } of folderView.listing.known()) {
      const folded = foldText(item.attributes.name)
      const matches = words.map((word) => findWord(folded, word))
      if (
        found.has(item.id) ||
        !matches.every(({ at, start }, n) => start || (at >= 0 && (words[n] as string).length > 2))
      )
        continue
      if (!matchesFilters(item, folderView, filters, now)) continue
      found.set(item.id, {
        data: item,
        meta: { path: pathOf(folderView, item) },
        starts: matches.filter(({ start }) => start).length,
      })
    }
  const best = Array.from(found.values()).sort((a, b) => b.starts - a.starts)
  const topOfType = (type: Item['type']) => best.filter(({ data }) => data.type === type).slice(0, maxPerType)
  return [...topOfType('folder'), ...topOfType('file')].map(({ data, meta }) => ({ data, meta }))
}

/** Folders this tab has visited, the latest first, without the open one. */
export const visitedFolders = (files: FilesStore): FoundItem[] =>
  files
    .all()
    .toReversed()
    .filter(
      (folderView) => folderView.root && folderView.location.section === 'files' && folderView !== files.current(),
    )
    .slice(0, maxPerType)
    .map(({ root, path }) => ({ data: root as Item, meta: { path } }))
