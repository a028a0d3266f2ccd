import type { Sql } from '../../../platform/index.ts'
import type { OperationRow } from './operation.row.ts'

/** An entry of an operation's list. */
export interface OperationEntry {
  position: number
  item_id: string
  /** Parent when the list was written; null: the root. */
  from_id: string | null
  /** Target folder of this entry; null: the target folder of the operation. */
  to_id: string | null
  /** The item itself was in the trash when the list was written. */
  was_trashed: boolean
}

const inScopeSql = `with recursive up as (
    select id as start, id, parent_id, 0 as height from items where id = any($1::uuid[]) and owner_id = $2
    union all
    select up.start, p.id, p.parent_id, up.height + 1 from up join items p on p.id = up.parent_id
    where $3::uuid is not null and up.id <> $3 and up.height < 10000
  ) select distinct start as id from up where $3::uuid is null or id = $3`

/** Existing folders within the scope of the operation, out of which the owner may have moved some of them. */
export const foldersInScope = async (
  sql: Sql,
  { owner_id, scope }: OperationRow,
  ids: readonly (string | null)[],
): Promise<ReadonlySet<string | null>> => {
  const rows = await sql.query<{ id: string }>(inScopeSql, [
    [...new Set(ids.filter((id) => id !== null))],
    owner_id,
    scope.root,
  ])
  return new Set(rows.map(({ id }) => id))
}

/** Entries whose items are active and still in the folder where they were listed, which is still within the scope. */
export const unmovedEntries = async (
  sql: Sql,
  op: OperationRow,
  entries: readonly OperationEntry[],
): Promise<OperationEntry[]> => {
  const rows = await sql.query<{ id: string }>(
    `select i.id from unnest($1::uuid[], $2::uuid[]) as w (id, from_id) join items i on i.id = w.id
     where i.owner_id = $3 and i.parent_id is not distinct from w.from_id and i.trashed_at is null`,
    [entries.map(({ item_id }) => item_id), entries.map(({ from_id }) => from_id), op.owner_id],
  )
  const unmovedIds = new Set(rows.map(({ id }) => id))
  const unmoved = entries.filter(({ item_id }) => unmovedIds.has(item_id))
  if (!op.scope.root) return unmoved
  const folders = unmoved.map(({ from_id }) => from_id)
  const inScope = await foldersInScope(sql, op, folders)
  return unmoved.filter(({ from_id }) => inScope.has(from_id))
}

const trashedEntriesSql = `with recursive listed as (
    select e.position, e.trashed_at, i.parent_id from operation_items e join items i on i.id = e.item_id
    where e.operation_id = $1 and e.position = any($2::bigint[]) and i.owner_id = $3 and i.merged_by is null
      and i.trashed_at is not distinct from e.trashed_at
      and (e.trashed_at is not null or i.parent_id is not distinct from e.from_id)
  ), up as (
    select p.id as start, p.parent_id, p.trashed_at, 0 as height
    from (select distinct parent_id from listed where trashed_at is null) l join items p on p.id = l.parent_id
    union all
    select up.start, p.parent_id, p.trashed_at, up.height + 1
    from up join items p on p.id = up.parent_id where up.height < 10000
  ) select position from listed
    where trashed_at is not null or parent_id in (select start from up where trashed_at is not null)`

/**
 * Entries whose items are still in the trash as they were listed: with the same `trashed_at`, or inside the same folder of
 * a trashed tree. Others were restored meanwhile, and perhaps trashed again.
 */
export const trashedEntries = async (
  sql: Sql,
  op: OperationRow,
  entries: readonly OperationEntry[],
): Promise<OperationEntry[]> => {
  const rows = await sql.query<{ position: number }>(trashedEntriesSql, [
    op.id,
    entries.map(({ position }) => position),
    op.owner_id,
  ])
  const trashed = new Set(rows.map(({ position }) => position))
  return entries.filter(({ position }) => trashed.has(position))
}

interface Target {
  id: string
  /** Ids of the folder and of all folders above it. */
  path: string[]
}

/** Folders that are active, owned by the owner and within the scope. */
const activeTargetsSql = `with recursive up as (
    select i.id as start, i.id, i.parent_id, i.trashed_at, 0 as height from items i
    where i.id = any($1::uuid[]) and i.owner_id = $2 and i.is_folder
    union all
    select up.start, p.id, p.parent_id, p.trashed_at, up.height + 1
    from up join items p on p.id = up.parent_id where up.height < 10000
  ) select start as id, array_agg(id) as path from up group by start
  having bool_and(trashed_at is null) and ($3::uuid is null or bool_or(id = $3))`

const activeTargets = (sql: Sql, op: OperationRow, ids: readonly (string | null)[]) =>
  sql.query<Target>(activeTargetsSql, [[...new Set(ids.filter((id) => id !== null))], op.owner_id, op.scope.root])

/**
 * Drops trashed entries whose folder is not active or not within the scope: callers who may not restore from the owner's
 * trash undo their own removal where they may still edit.
 */
export const withActiveParents = async (
  sql: Sql,
  op: OperationRow,
  entries: readonly OperationEntry[],
): Promise<OperationEntry[]> => {
  if (!op.scope.root || entries.length === 0) return [...entries]
  const items = await sql.query<{ id: string; parent_id: string | null }>(
    'select i.id, i.parent_id from items i where i.id = any($1::uuid[])',
    [entries.map(({ item_id }) => item_id)],
  )
  const parents = new Map(items.map(({ id, parent_id }) => [id, parent_id]))
  const active = new Set((await activeTargets(sql, op, [...parents.values()])).map(({ id }) => id))
  return entries.filter(({ item_id }) => active.has(parents.get(item_id) ?? ''))
}

/** Drops entries whose own target folder was removed or is inside their item. */
export const withActiveTargets = async (
  sql: Sql,
  op: OperationRow,
  entries: readonly OperationEntry[],
): Promise<OperationEntry[]> => {
  const targets = entries.flatMap(({ to_id }) => to_id ?? [])
  if (targets.length === 0) return [...entries]
  const rows = await activeTargets(sql, op, targets)
  const paths = new Map(rows.map(({ id, path }) => [id, new Set(path)]))
  return entries.filter(({ item_id, to_id }) => to_id === null || paths.get(to_id)?.has(item_id) === false)
}
