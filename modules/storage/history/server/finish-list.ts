import type { Sql } from '../../../platform/index.ts'
import type { OperationRow } from '../../operations/index.ts'

/** Folders that were gone through, and items from elsewhere that return within the tree themselves. */
const removeDoneSql = `delete from operation_items e where e.operation_id = $1 and (e.action in ('walk', 'walk-new')
  or e.action = 'leave' and exists (select from operation_items o where o.operation_id = $1 and o.item_id = e.item_id
    and o.action in ('place', 'folder-deleted')))`

/** SQL: folders of the entries, each with those above it. */
const ancestors = (folders: string) => `up as (
    select distinct f.id as start, f.id, 0 as height from (${folders}) f where f.id is not null
    union all
    select up.start, i.parent_id, up.height + 1 from up join items i on i.id = up.id
    where i.parent_id is not null and up.height < 10000
  )`

/** SQL: the folder is not within the scope, of which `$2` is the root. */
const isOutside = (folder: string) => `(${folder} is null or ${folder} not in (select start from up where id = $2))`

/** Items that the owner has moved out of the scope, and all that is in them. */
const outsideSql = `with recursive ${ancestors(
  `select from_id as id from operation_items where operation_id = $1
    union select to_id from operation_items where operation_id = $1 and action = 'place'`,
)}, foreign_changes as (
    delete from operation_items e where e.operation_id = $1 and e.action in ('trash', 'leave') and ${isOutside('e.from_id')}
  ) update operation_items e set action = 'moved-away' where e.operation_id = $1 and e.action = 'place'
  and (${isOutside('e.from_id')} or ${isOutside('e.to_id')})`

/** Items from elsewhere whose folder of then is gone, in the trash, or not within the scope `$2`: they go to the trash. */
const nowhereSql = `with recursive ${ancestors(`select to_id as id from operation_items where operation_id = $1 and action = 'leave'`)}, active as (
    select up.start as id from up join items i on i.id = up.id group by up.start
    having bool_and(i.trashed_at is null and i.merged_by is null) and ($2::uuid is null or bool_or(i.id = $2))
  ) update operation_items e set action = 'trash', to_id = null where e.operation_id = $1 and e.action = 'leave'
  and case when e.to_id is null then $2::uuid is not null else e.to_id not in (select id from active) end`

/**
 * Items whose folder of then stays in the trash, or in themselves, because its own folder was deleted. Folders that return end a path;
 * one that does not is gone through, so this is asked until none is left.
 */
const strandedSql = `with recursive placed as (
    select item_id, to_id from operation_items where operation_id = $1 and action = 'place'
  ), up as (
    select to_id as start, to_id as id from placed where to_id is not null
    union
    select up.start, i.parent_id from up join items i on i.id = up.id left join placed p on p.item_id = up.id
    where i.parent_id is not null and p.item_id is null
  ), stranded as (
    select p.item_id from placed p join up on up.start = p.to_id and up.id = p.item_id
    union
    select e.item_id from up join items i on i.id = up.id left join placed p on p.item_id = up.id
      join placed e on e.to_id = up.start where i.trashed_at is not null and p.item_id is null
  ) update operation_items e set action = 'folder-deleted' from stranded s
    where e.operation_id = $1 and e.action = 'place' and e.item_id = s.item_id returning 1`

/** An undo leaves what the undone operation `$2` has not changed, and what was changed after it. */
const foreignSql = `delete from operation_items e where e.operation_id = $1 and (
    not exists (select from operation_items o where o.operation_id = $2 and o.item_id = e.item_id
      and o.action in ('trash', 'place', 'leave'))
    or exists (select from item_history h join operations o on o.id = $2
      where h.item_id = e.item_id and h.changed_at > o.updated_at))`

/** Completes the list of an operation after the walk, and counts it. */
export const finishList = async (sql: Sql, { id, scope, input }: OperationRow): Promise<void> => {
  await sql.query(removeDoneSql, [id])
  if (scope.root) await sql.query(outsideSql, [id, scope.root])
  await sql.query(nowhereSql, [id, scope.root])
  if (input.undoes) await sql.query(foreignSql, [id, input.undoes])
  else while ((await sql.query(strandedSql, [id])).length > 0);
  await sql.query(
    `update operations set total = (select count(*) from operation_items where operation_id = $1
       and action in ('trash', 'place', 'leave')) where id = $1`,
    [id],
  )
}
