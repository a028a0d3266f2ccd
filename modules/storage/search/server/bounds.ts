import { platformErrors } from '../../../platform/index.ts'
import type { SearchQuery } from '../contract.ts'
import { changedAtSql } from './changed-at.ts'
import type { SearchArea } from './search-area.ts'

/** Filters of a search besides its words. */
export interface SearchBounds {
  owner: string
  folders: boolean
  kind: string | null
  /** Modification time, `to` exclusive. */
  from: string | null
  to: string | null
  min: number | null
  max: number | null
  /** Extension of the file's name, in lower case. */
  extension: string | null
  /** Only direct children of these folders and the folders `rootIds`; null is no restriction. */
  parentIds: readonly string[] | null
  rootIds: readonly string[]
  /** Only these items; null is no restriction. */
  ids: readonly string[] | null
  /** Only items that these accounts, not the owner, have created; null is no restriction. */
  creatorIds: readonly string[] | null
  /** Candidates may lie outside the scope, so more of them are read. */
  unscoped: boolean
  /** Excludes these items and direct children of these folders. */
  excludedIds: readonly string[]
}

/** Conditions on `items i` of the filters, for `boundsValues`, which begin with the owner ($1) and the type ($2). */
export const filtersSql = `($3::timestamptz is null or ${changedAtSql} >= $3) and ($4::timestamptz is null or ${changedAtSql} < $4)
    and ($5::bigint is null or i.size >= $5) and ($6::bigint is null or i.size <= $6)
    and ($9::text is null or i.kind = $9)
    and ($10::text is null or right(lower(i.name), length($10) + 1) = '.' || $10)`

const isIn = (column: string, parameter: string) => `${column} = any(${parameter}::uuid[])`
/** For rows that are found otherwise: compares each with a hash of the ids, which may be 100,000, instead of one by one. */
const isInHash = (column: string, parameter: string) => `${column} in (select unnest(${parameter}::uuid[]))`

/** Restrictions of a statement to given rows, which the planner then reads by their own index. */
export interface RowRestriction {
  ids?: boolean
  creators?: boolean
}

/** Without it, its parameter still needs a type. */
const only = (isGiven: boolean | undefined, parameter: string, condition: string) =>
  isGiven ? `${condition} = any(${parameter}::uuid[])` : `${parameter}::uuid[] is null`

/** Conditions of where the items are. `isJoined`: the statement finds the rows otherwise than by their folder. */
export const areaSql = ({ ids, creators }: RowRestriction, { isJoined = false } = {}): string => {
  const isAmong = isJoined ? isInHash : isIn
  return `i.trashed_at is null
    and ($7::uuid[] is null or ${isAmong('i.parent_id', '$7')} or ${isAmong('i.id', '$11')})
    and (i.parent_id is null or i.parent_id not in (select unnest($8::uuid[]))) and i.id not in (select unnest($8::uuid[]))
    and ${only(ids, '$12', 'i.id')} and ${only(creators, '$13', 'i.creator_id <> i.owner_id and i.creator_id')}`
}

/** Conditions of a statement, with $1 to $13. */
export const boundsSql = (restriction: RowRestriction, { isJoined = false } = {}): string =>
  `${filtersSql} and ${areaSql(restriction, { isJoined })}`

export const restrictionOf = ({ ids, creatorIds }: SearchBounds): RowRestriction => ({
  ids: ids !== null,
  creators: creatorIds !== null,
})

/** Values of $1 to $13. */
export const boundsValues = (bounds: SearchBounds): unknown[] => [
  bounds.owner,
  bounds.folders,
  bounds.from,
  bounds.to,
  bounds.min,
  bounds.max,
  bounds.parentIds,
  bounds.excludedIds,
  bounds.kind,
  bounds.extension,
  bounds.rootIds,
  bounds.ids,
  bounds.creatorIds,
]

/** ISO 8601; null when absent. 422 for a date that does not exist, or whose UTC year has no four digits for PostgreSQL. */
const parseTime = (query: SearchQuery, field: 'from' | 'to'): string | null => {
  const text = query[field]
  if (text === undefined) return null
  const time = new Date(text)
  const year = time.getUTCFullYear()
  if (year >= 1 && year <= 9999) return time.toISOString()
  throw platformErrors.fail('validation-failed', { errors: { [field]: ['platform:validation.invalid'] } })
}

/** Bounds of the folders or of the files of an area; null where the query finds none of them. 422 for an invalid time. */
export const boundsOf = (area: SearchArea, query: SearchQuery, type: 'folder' | 'file'): SearchBounds | null => {
  const { filter, min = null, max = null } = query
  const [from, to] = [parseTime(query, 'from'), parseTime(query, 'to')]
  const extension = query.extension?.toLowerCase() ?? null
  const filesOnly = min !== null || max !== null || extension !== null || query.content !== undefined
  const folders = type === 'folder'
  if (folders ? (filter ?? 'folder') !== 'folder' || filesOnly : filter === 'folder') return null
  return {
    owner: area.ownerId,
    folders,
    kind: folders || !filter || filter === 'users' ? null : filter,
    from,
    to,
    min,
    max,
    extension,
    parentIds: area.parentIds,
    rootIds: area.rootIds,
    ids: area.ids ?? null,
    creatorIds: area.creatorIds ?? null,
    unscoped: area.unscoped,
    excludedIds: area.excludedIds ?? [],
  }
}
