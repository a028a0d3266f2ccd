import type { Sql } from '../../../platform/index.ts'
import type { OperationRow } from './operation.row.ts'

/** A line of an operation's list. */
export interface Entry {
  position: number
  item_id: string
  /** Folder it was in when it was listed; null: the root. */
  from_id: string | null
  /** Folder it goes into; null: the operation's. */
  to_id: string | null
}

/** Those that are alive and where they were when they were listed. */
export const unmovedEntries = async (sql: Sql, op: OperationRow, entries: readonly Entry[]): Promise<Entry[]> => {
  const rows = await sql.query<{ id: string }>(
    `select i.id from unnest($1::uuid[], $2::uuid[]) as w (id, from_id) join items i on i.id = w.id
     where i.owner_id = $3 and i.parent_id is not distinct from w.from_id and i.trashed_at is null`,
    [entries.map(({ item_id }) => item_id), entries.map(({ from_id }) => from_id), op.owner_id],
  )
  const there = new Set(rows.map(({ id }) => id))
  return entries.filter(({ item_id }) => there.has(item_id))
}

interface Target {
  id: string
  /** The folder itself and those above it. */
  way: string[]
}

/** Folders that items can be put into: live, the owner's, inside the scope. */
const liveTargetsSql = `with recursive up as (
    select i.id as start, i.id, i.parent_id, i.trashed_at, 0 as height from items i
    where i.id = any($1::uuid[]) and i.owner_id = $2 and i.is_folder
    union all
    select up.start, p.id, p.parent_id, p.trashed_at, up.height + 1
    from up join items p on p.id = up.parent_id where up.height < 10000
  ) select start as id, array_agg(id) as way from up group by start
  having bool_and(trashed_at is null) and ($3::uuid is null or bool_or(id = $3))`

/** Of entries with folders of their own those whose folder is still there and would not end inside themselves. */
export const withLiveTargets = async (sql: Sql, op: OperationRow, entries: readonly Entry[]): Promise<Entry[]> => {
  const own = [...new Set(entries.flatMap(({ to_id }) => to_id ?? []))]
  if (own.length === 0) return [...entries]
  const rows = await sql.query<Target>(liveTargetsSql, [own, op.owner_id, op.scope.root])
  const ways = new Map(rows.map(({ id, way }) => [id, new Set(way)]))
  return entries.filter(({ item_id, to_id }) => to_id === null || ways.get(to_id)?.has(item_id) === false)
}
