import type { Tx } from '../../../platform/index.ts'
import {
  addChildCount,
  addTrashCount,
  excludedWithin,
  type FolderChange,
  foldersEvent,
  lockNames,
} from '../../tree/index.ts'
import type { OperationEntry } from './entries.ts'
import type { OperationRow } from './operation.row.ts'
import { requireNoCycle } from './require-no-cycle.ts'

/**
 * An undone restore returns its items to the folder, the name and the date that they had: roots of trashed trees become
 * roots again, items inside a trashed folder return into it. Where that folder does not exist any more, or is not in the
 * trash, an item is trashed in its present folder, as the items of an undone copy are.
 */
const returnSql = `with recursive wanted as (
    select e.item_id as id, e.to_id, e.trashed_at, e.old_name, e.new_name
    from operation_items e where e.operation_id = $1 and e.position = any($2::bigint[])
  ), up as (
    select p.id as start, p.parent_id, p.trashed_at, p.merged_by, 0 as height
    from (select distinct to_id from wanted) w join items p on p.id = w.to_id where p.owner_id = $3 and p.is_folder
    union all
    select up.start, p.parent_id, p.trashed_at, p.merged_by, up.height + 1
    from up join items p on p.id = up.parent_id where up.height < 10000
  ), folders as (
    select start as id, bool_or(trashed_at is not null) as trashed from up group by start having bool_and(merged_by is null)
  ), before as (
    select i.id, i.parent_id, w.trashed_at, w.to_id, w.old_name, w.new_name,
      coalesce(case when w.trashed_at is null then f.trashed else w.to_id is null or f.id is not null end, false) as returns
    from wanted w join items i on i.id = w.id left join folders f on f.id = w.to_id
    where i.owner_id = $3 and i.trashed_at is null for no key update of i
  ), gone as (
    update items i set parent_id = case when b.returns then b.to_id else i.parent_id end,
      trashed_at = case when b.returns then b.trashed_at else $4 end,
      name = case when i.name = b.old_name then b.new_name else i.name end, placed_at = now()
    from before b where i.id = b.id
    returning i.id, b.parent_id as left_id, i.parent_id as entered_id, i.trashed_at is not null as trashed
  ) select left_id, entered_id, trashed, array_agg(id) as ids, count(*)::int as n
    from gone group by left_id, entered_id, trashed order by left_id, entered_id`

interface Group {
  left_id: string | null
  entered_id: string | null
  trashed: boolean
  ids: string[]
  n: number
}

/** Trashes the entries of an undo. 422 `move-into-itself` when one would return into its own tree. */
export const returnToTrash = async (tx: Tx, op: OperationRow, entries: readonly OperationEntry[]): Promise<void> => {
  await lockNames(tx, op.owner_id)
  const groups = await tx.query<Group>(returnSql, [
    op.id,
    entries.map(({ position }) => position),
    op.owner_id,
    op.created_at,
  ])
  await requireNoCycle(
    tx,
    groups.flatMap(({ left_id, entered_id }) => (left_id === entered_id ? [] : entered_id)),
  )
  const changes: FolderChange[] = []
  for (const { left_id, entered_id, trashed, ids, n } of groups) {
    await addChildCount(tx, op.owner_id, left_id, -n)
    if (!trashed) await addChildCount(tx, op.owner_id, entered_id, n)
    changes.push({ parentId: left_id, count: n, itemIds: ids.slice(0, 3) })
  }
  await addTrashCount(
    tx,
    op.owner_id,
    groups.reduce((sum, { trashed, n }) => sum + (trashed ? n : 0), 0),
  )
  const ids = groups.flatMap((group) => group.ids)
  if (ids.length === 0) return
  const excludedIds = await excludedWithin(tx, op.owner_id, ids)
  tx.emit('storage.items.trashed', { ...foldersEvent(op.scope, op.background ? [] : ids, changes), excludedIds })
}
