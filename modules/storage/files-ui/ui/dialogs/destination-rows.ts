import { foldText } from '../../../../shared/contract.ts'
import { findWord, wordsOf } from '../../../search/contract.ts'
import type { FolderNode, ParentRef } from '../../../tree/contract.ts'
import type { FolderTree } from '../../client/folder-tree.ts'
import { itemCalls } from '../../client/item-calls.ts'
import { parentRefOf } from '../extensions/ancestors.ts'

/** A selectable folder; `id` null is the root. */
export interface DestinationRow {
  id: string | null
  name: string
  level: number
  appearance: Pick<FolderNode, 'color' | 'emoji'> | null
  /** Null without subfolders and for search hits. */
  unfolded: boolean | null
  /** Names of the badges of extensions. */
  badges: readonly string[]
  /** Ancestors, topmost first. */
  path: readonly ParentRef[]
}
/** Placeholder for further folders of a level, or further hits. */
interface LoadMoreRow {
  more: string
  level: number
}

/** Visible rows of the tree below a level. */
export const destinationRows = (
  { levels, open }: Pick<FolderTree['state'], 'levels' | 'open'>,
  parent: string,
  path: readonly ParentRef[],
): (DestinationRow | LoadMoreRow)[] => {
  const { folders = [], next = null } = levels[parent] ?? {}
  const level = path.length + 1
  const rows = folders.flatMap((node): (DestinationRow | LoadMoreRow)[] => {
    const unfolded = node.has_folders ? Boolean(open[node.id]) : null
    const { id, name, badges = [] } = node
    const row = { id, name, level, appearance: node, unfolded, badges, path }
    return unfolded ? [row, ...destinationRows({ levels, open }, node.id, [...path, node])] : [row]
  })
  return next ? [...rows, { more: parent, level }] : rows
}

export interface DestinationHits {
  query: string
  rows: DestinationRow[]
  /** Cursor of the next page; null at the end. */
  next: string | null
}

/** `more` of the placeholder for further hits. */
export const furtherHitsId = 'hits'

const rowOf = (ref: ParentRef, path: readonly ParentRef[]): DestinationRow => {
  const { id, name, badges = [] } = ref
  return { id, name, level: 0, appearance: ref as DestinationRow['appearance'], unfolded: null, badges, path }
}

const isNamed = (name: string, query: string): boolean => {
  const folded = foldText(name)
  return wordsOf(foldText(query)).every((word) => findWord(folded, word).at >= 0)
}

/** A page of the folders in `top`, itself included, or of own ones: items stay with their owner. */
export const findFolderRows = async (
  query: string,
  top: ParentRef | null,
  cursor?: string,
): Promise<DestinationHits> => {
  const { found, next } = await itemCalls.findFolders(query, top?.id ?? null, cursor)
  const rows = found.map(({ data, meta }) => ({ ...rowOf(parentRefOf(data), meta.path), appearance: data.attributes }))
  const withTop = top && cursor === undefined && isNamed(top.name, query)
  return { query, rows: withTop ? [rowOf(top, []), ...rows] : rows, next }
}
