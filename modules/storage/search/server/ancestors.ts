import type { Sql } from '../../../platform/index.ts'
import type { ParentRef } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'

/** What stands above a folder: the way to it within the scope, itself included, or null when that is trashed or outside. */
export type Ways = Map<string, ParentRef[] | null>

interface Step extends ParentRef {
  start: string
  trashed: boolean
  parent_id: string | null
}

const upwards = `with recursive up as (
    select id as start, id, parent_id, trashed_at, 0 as height from items where id = any($1::uuid[]) and owner_id = $2
    union all
    select up.start, p.id, p.parent_id, p.trashed_at, up.height + 1 from up join items p on p.id = up.parent_id
    where up.trashed_at is null and up.height < 10000
  )
  select up.start, up.id, up.parent_id, i.name, i.color, i.emoji, up.trashed_at is not null as trashed
  from up join items i on i.id = up.id order by up.start, up.height desc`

/** The ways to folders: `trashed_at` stands on the root of a trashed tree only, so every folder above is looked at. */
export const waysTo = async (sql: Sql, scope: Scope, folders: readonly string[]): Promise<Ways> => {
  const ways: Ways = new Map(folders.map((id) => [id, null]))
  if (folders.length === 0) return ways
  const steps = await sql.query<Step>(upwards, [folders, scope.ownerId], 'storage.search.ways')
  for (const [start, chain] of Map.groupBy(steps, (step) => step.start)) {
    const top = scope.root === null ? 0 : chain.findIndex(({ id }) => id === scope.root)
    if (top < 0 || chain[0]?.parent_id !== null || chain.some(({ trashed }) => trashed)) continue
    ways.set(
      start,
      chain.slice(top).map(({ id, name, color, emoji }) => ({ id, name, color, emoji })),
    )
  }
  return ways
}

/** More folders than this are not listed; the search then looks at each candidate's way instead. */
export const mostFolders = 100_000

/** A live folder and all live folders below it; null when they are more than `most`. */
export const foldersBelow = async (
  sql: Sql,
  scope: Scope,
  root: string,
  most = mostFolders,
): Promise<string[] | null> => {
  const rows = await sql.query<{ id: string }>(
    `with recursive down as (
       select id from items where id = $2 and owner_id = $1 and trashed_at is null
       union all
       select c.id from down join items c on c.owner_id = $1 and c.parent_id = down.id and c.is_folder and c.trashed_at is null
     ) select id from down limit $3`,
    [scope.ownerId, root, most + 1],
    'storage.search.below',
  )
  return rows.length > most ? null : rows.map(({ id }) => id)
}

/** Folders in the trash and all folders in them. */
export const trashedFolders = async (sql: Sql, scope: Scope): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `with recursive down as (
       select id from items where owner_id = $1 and trashed_at is not null and is_folder
       union all
       select c.id from down join items c on c.parent_id = down.id and c.is_folder and c.trashed_at is null
     ) select id from down limit ${mostFolders}`,
    [scope.ownerId],
    'storage.search.trashed',
  )
  return rows.map(({ id }) => id)
}
