import { foldText } from '../../../shared/contract.ts'
import { type FoundItem, findWord, wordsOf } from '../../search/contract.ts'
import type { SearchFilters } from '../../search/ui.ts'
import type { Item, ParentRef } from '../../tree/contract.ts'
import type { FilesStore } from './files.store.ts'
import type { FolderView } from './folder-view.ts'
import { type FilterReader, matchesFilters } from './matches-filters.ts'

const maxPerType = 3
const refOf = ({ id, attributes: { name, color, emoji } }: Item): ParentRef => ({ id, name, color, emoji })

/** `isPartial`: of the ancestors only the parent is known. */
export type LocalItem = FoundItem & { meta: { isPartial?: boolean } }

/** A search result made of a row outside its folder: of its path at most the parent is known. */
export const withParent = (item: Item): LocalItem => {
  const parent = item.relationships.parent?.data
  if (!parent) return { data: item, meta: { path: [] } }
  const path = [{ id: parent.id, name: parent.attributes.name, color: null, emoji: null }]
  return { data: item, meta: { path, isPartial: true } }
}

/** A row with its ancestors, as far as this tab knows them. */
const inView = ({ location, root, path }: FolderView, item: Item): LocalItem =>
  location.section === 'files' ? { data: item, meta: { path: root ? [...path, refOf(root)] : [] } } : withParent(item)

/** Loaded rows whose name contains all words; shown until the server responds. */
export const localHits = (
  files: FilesStore,
  query: string,
  filters: SearchFilters,
  reader: FilterReader,
): LocalItem[] => {
  const words = wordsOf(foldText(query))
  // Only the server knows the content of a folder, and the text of a file.
  if (words.length === 0 || filters.people || filters.inName || filters.content) return []
  const hits = new Map<string, LocalItem & { starts: number }>()
  for (const folderView of files.all().filter(({ location }) => location.section !== 'trash'))
    for (const { item } of folderView.listing.known()) {
      const folded = foldText(item.attributes.name)
      const matches = words.map((word) => findWord(folded, word))
      if (
        hits.has(item.id) ||
        !matches.every(({ at, start }, n) => start || (at >= 0 && (words[n] as string).length > 2))
      )
        continue
      if (!matchesFilters(item, folderView, filters, reader)) continue
      hits.set(item.id, {
        ...inView(folderView, item),
        starts: matches.filter(({ start }) => start).length,
      })
    }
  const best = Array.from(hits.values()).sort((a, b) => b.starts - a.starts)
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
