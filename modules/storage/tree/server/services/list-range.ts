import { notExcluded } from './root-exclusions.ts'
import { type ListOrder, sortColumns } from './sorting.ts'

/**
 * Items to list: active children of a folder, active items at the owner's root (`top`: also the ones that another module
 * lists), or roots of trashed trees.
 */
export interface ListedView {
  kind: 'child' | 'root' | 'top' | 'trash'
  owner: string
  parent: string | null
}

const atRoot = 'i.trashed_at is null and i.parent_id is null'

/** First column and predicate of the indexes of each kind of list, as defined by the migration. $1 is the first column. */
export const listIndexes = {
  child: { head: 'parent_id', predicate: 'i.trashed_at is null and i.parent_id is not null' },
  root: { head: 'owner_id', predicate: `${atRoot} and ${notExcluded('i', '$1')}` },
  top: { head: 'owner_id', predicate: atRoot },
  trash: { head: 'owner_id', predicate: 'i.trashed_at is not null and i.merged_by is null' },
} as const

/** Value of the first column. */
export const headValueOf = (view: ListedView): string => view.parent ?? view.owner

const directionOf = ({ direction }: ListOrder, backward: boolean) =>
  (direction === 'DESC') === backward ? 'asc' : 'desc'

/** Folders are listed before files in every order, so that a list consists of two ranges of one index. */
export interface IndexRange {
  view: ListedView
  order: ListOrder
  folders: boolean
  backward: boolean
}

export type RangeStart = 'start' | 'after' | 'at'

/**
 * SQL: `from … order by` over the index entries from the start of a range on, in index order, continuing past the end of
 * the range; the caller cuts there. $1 is the value of the first column; after a boundary $4 is its key and $5 its id.
 */
export const indexRangeSql = ({ view, order, folders, backward }: IndexRange, from: RangeStart): string => {
  const { head, predicate } = listIndexes[view.kind]
  const { expression, bind } = sortColumns[order.sort]
  const direction = directionOf(order, backward)
  const beyond = direction === 'asc' ? '>' : '<'
  const range =
    from === 'start'
      ? `(i.${head}, i.is_folder) ${beyond}= ($1::uuid, ${folders})`
      : `(i.${head}, i.is_folder, ${expression('i')}, i.id) ${beyond}${from === 'at' ? '=' : ''} ($1::uuid, ${folders}, ${bind('$4')}, $5::uuid)`
  return `from items i where ${predicate} and ${range}
    order by i.${head} ${direction}, i.is_folder ${direction}, ${expression('i')} ${direction}, i.id ${direction}`
}
