import type { Sql } from '../../../platform/index.ts'
import type { OperationRow } from '../../operations/index.ts'
import { notExcluded } from '../../tree/index.ts'
import { folderKey, isFirstAfter, isMisplaced, stateAt } from './state-at.ts'

/** Folders per transaction. */
const pageSize = 200

/** A folder that is gone through. `walk`: it was in the tree at the time; `walk-new`: it came later. */
interface Walked {
  position: number
  item_id: string
  action: 'walk' | 'walk-new'
}

/** SQL: active children of the folders `k`; of the root without the folders that another module lists. */
const childrenOf = (isRoot: boolean): string =>
  isRoot
    ? `i.owner_id = $2 and i.parent_id is null and i.trashed_at is null and ${notExcluded('i', '$2')}`
    : 'i.owner_id = $2 and i.parent_id = k.id and i.parent_id is not null and i.trashed_at is null'

/**
 * Lists what differs in folders that were in the tree at the time `$4`: items that were in them and have changed (`place`, or the
 * reason why they cannot return), newer items (`trash`) and items from elsewhere (`leave`, to the folder in which they were). Folders
 * below are listed to be gone through, too. Each part is a range of an index for each folder, which `offset 0` keeps: joined otherwise,
 * the parts would read what has changed in all folders.
 */
export const listChangedSql = (isRoot: boolean) => `with keys as (
    select k.id, k.id <> $2 and p.id is null as gone
    from unnest($3::uuid[]) as k (id) left join items p on p.id = k.id
  ), was_in as (
    select k.gone, h.item_id, h.folder_id, h.name, h.content, h.changed_at
    from keys k cross join lateral (
      select * from item_history h where h.owner_id = $2 and h.folder_id = k.id and h.changed_at > $4 offset 0
    ) h where not h.trashed and h.created_at <= $4 and ${isFirstAfter('h', '$4')}
    ${isRoot ? `and h.item_id <> all(array(select x.item_id from root_exclusions x where x.owner_id = $2))` : ''}
  ), changed as (
    select was.item_id, was.name, was.content is null as is_folder, i.parent_id as from_id, nullif(was.folder_id, $2) as to_id,
      case when i.id is null then 'deleted' when was.gone then 'folder-deleted' when i.id = any($5::uuid[]) then 'moved-away'
        when ${isMisplaced} or b.sha256 is distinct from was.content then 'place' end as action
    from was_in was left join items i on i.id = was.item_id left join blobs b on b.id = i.blob_id
  ), newer as (
    select i.id as item_id, i.is_folder, i.parent_id as from_id
    from keys k cross join (values (true), (false)) t (is_folder) cross join lateral (
      select * from items i where i.is_folder = t.is_folder and i.created_at > $4 and ${childrenOf(isRoot)} offset 0
    ) i where i.merged_by is null
  ), came as (
    ${cameSql}
  ), below as (
    select i.id as item_id from keys k cross join lateral (
      select * from items i where i.is_folder and ${childrenOf(isRoot)} offset 0
    ) i where i.created_at <= $4 and not exists (select from item_history h where h.item_id = i.id and h.changed_at > $4)
  ), listed as (
    select item_id, from_id, to_id, name, action from changed where action is not null
    union all select item_id, from_id, null, null, 'trash' from newer
    union all select item_id, from_id, to_id, null, action from came
    union all select item_id, null, null, null, 'walk' from changed where is_folder and item_id <> all($5::uuid[])
    union all select item_id, null, null, null, 'walk-new' from newer where is_folder
    union all select item_id, null, null, null, 'walk' from below
  ) ${insertSql}`

/** Items that came into the folders `keys` after the time, and were elsewhere then, or in the trash. */
const cameSql = `select distinct on (i.id) i.id as item_id, i.parent_id as from_id, nullif(was.folder_id, $2) as to_id,
      case when was.trashed then 'trash' else 'leave' end as action
    from keys k cross join lateral (
        select * from item_history h where h.entered_id = k.id and h.changed_at > $4 offset 0
      ) h join items i on i.id = h.item_id and i.trashed_at is null and ${folderKey('i')} = k.id
      join ${stateAt('i.id', '$4')} on true
    where h.owner_id = $2 and h.created_at <= $4 and i.id <> all($5::uuid[]) and (was.trashed or was.folder_id <> k.id)
      and not exists (select from root_exclusions x where x.item_id = i.id and i.parent_id is null)`

const insertSql = `insert into operation_items (operation_id, item_id, from_id, to_id, old_name, action)
  select $1, item_id, from_id, to_id, name, action from listed`

/** Lists items from elsewhere in folders that came after the time; all else in them goes to the trash with them. */
const walkNewSql = `with keys as (select k.id from unnest($3::uuid[]) as k (id)), came as (
    ${cameSql}
  ), below as (
    select i.id as item_id from keys k cross join lateral (
      select * from items i where i.is_folder and i.created_at > $4 and ${childrenOf(false)} offset 0
    ) i
  ), listed as (
    select item_id, from_id, to_id, null::text as name, action from came
    union all select item_id, null, null, null, 'walk-new' from below
  ) ${insertSql}`

const nextFolders = (sql: Sql, op: OperationRow, after: number) =>
  sql.query<Walked>(
    `select position, item_id, action from operation_items where operation_id = $1 and position > $2
     and action in ('walk', 'walk-new') order by position limit ${pageSize}`,
    [op.id, after],
  )

/** Lists the topmost folder, from which the walk starts. */
export const beginWalk = async (sql: Sql, op: Pick<OperationRow, 'id' | 'owner_id'>, folder: string | null) => {
  await sql.query(`insert into operation_items (operation_id, item_id, action) values ($1, $2, 'walk')`, [
    op.id,
    folder ?? op.owner_id,
  ])
}

/** Folders that contain the folder by now, and itself: it does not contain them again, and what else is in them is not its own. */
const aroundSql = `with recursive up as (
    select id, parent_id from items where id = $1 union select i.id, i.parent_id from up join items i on i.id = up.parent_id
  ) select id from up`

/** Goes through the next folders behind the position `after`. Resolves with the position of the last one; null: none is left. */
export const walkFolders = async (
  sql: Sql,
  op: OperationRow,
  { folder, at, after }: { folder: string | null; at: string; after: number },
): Promise<number | null> => {
  const folders = await nextFolders(sql, op, after)
  const last = folders.at(-1)
  if (!last) return null
  const around = (await sql.query<{ id: string }>(aroundSql, [folder])).map(({ id }) => id)
  const idsOf = (wanted: Walked['action']) =>
    folders.flatMap(({ item_id, action }) => (action === wanted && item_id !== op.owner_id ? item_id : []))
  const walk = (statement: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : sql.query(statement, [op.id, op.owner_id, ids, at, around])
  await walk(listChangedSql(true), folders.some(({ item_id }) => item_id === op.owner_id) ? [op.owner_id] : [])
  await walk(listChangedSql(false), idsOf('walk'))
  await walk(walkNewSql, idsOf('walk-new'))
  return last.position
}
