import type { Tx } from '../../../platform/index.ts'
import { addChildCount, addTrashCount, type FolderChange } from '../../tree/index.ts'
import type { MergedFolder, PlacedEntry } from './collisions.ts'
import { actionIdOf, resolveCollisions } from './collisions.ts'
import type { OperationRow } from './operation.row.ts'

/** Placed items, and the folders that they left and entered. Items from the trash leave none. */
interface PlacementResult {
  ids: string[]
  left: FolderChange[]
  entered: FolderChange[]
}

interface Group {
  ids: string[]
  from_id: string | null
  to_id: string | null
  trashed: boolean
  n: number
}

/**
 * Gives active and trashed items their new parent and makes them active; items that have this parent already (`kept`) are
 * only marked as placed. An entry of an undo restores a name (`old_name` → `new_name`) if the item still has the former. The
 * list records the target and the name given by the database.
 */
const placeRowsSql = `with wanted as (
    select w.position, w.id, w.to_id, e.old_name, e.new_name
    from unnest($2::bigint[], $3::uuid[], $4::uuid[]) as w (position, id, to_id)
    join operation_items e on e.operation_id = $1 and e.position = w.position
  ), before as (
    select w.*, i.parent_id, i.trashed_at, i.name from wanted w join items i on i.id = w.id
    where i.owner_id = $5 and (i.trashed_at is not null or i.parent_id is distinct from w.to_id)
    for no key update of i
  ), placed as (
    update items set parent_id = before.to_id, trashed_at = null, placed_by = $6, placed_at = now(),
      name = case when before.name = before.old_name then before.new_name else before.name end
    from before where items.id = before.id
    returning before.position, items.id, before.parent_id as from_id, before.to_id,
      before.trashed_at is not null as trashed, before.name as old_name, items.name as new_name
  ), kept as (
    update items i set placed_by = $6 from wanted w
    where i.id = w.id and i.owner_id = $5 and i.trashed_at is null and i.parent_id is not distinct from w.to_id
  ), noted as (
    update operation_items e set to_id = p.to_id, old_name = p.old_name, new_name = p.new_name from placed p
    where e.operation_id = $1 and e.position = p.position and (p.trashed or p.old_name <> p.new_name)
  ) select from_id, to_id, trashed, array_agg(id) as ids, count(*)::int as n
    from placed group by from_id, to_id, trashed order by from_id, to_id`

const changeOf = (parentId: string | null, { n, ids }: Group): FolderChange => ({
  parentId,
  count: n,
  itemIds: ids.slice(0, 3),
})

/** Appends the children of merged folders to the list, with their target folders. */
const appendChildrenSql = `insert into operation_items (operation_id, item_id, from_id, to_id)
  select $1, c.id, c.parent_id, w.to_id
  from unnest($2::uuid[], $3::uuid[]) with ordinality as w (id, to_id, nth) join items c on c.parent_id = w.id
  where c.trashed_at is null order by w.nth, c.is_folder desc, c.name`

const mergeFolders = async (tx: Tx, op: OperationRow, merges: readonly MergedFolder[]): Promise<void> => {
  if (merges.length === 0) return
  const into = merges.map((merge) => merge.into)
  await tx.query(
    `update operation_items e set outcome = 'merged', to_id = w.to_id
     from unnest($2::bigint[], $3::uuid[]) as w (position, to_id) where e.operation_id = $1 and e.position = w.position`,
    [op.id, merges.map(({ position }) => position), into],
  )
  await tx.query(appendChildrenSql, [op.id, merges.map(({ id }) => id), into])
  await tx.query(
    'update operations set total = (select count(*) from operation_items where operation_id = $1) where id = $1',
    [op.id],
  )
}

/**
 * Puts items into their target folders, resolves name conflicts by the operation's `on_conflict` and updates the counters.
 * Call it with the owner's tree and names locked; targets are active folders.
 */
export const placeItems = async (
  tx: Tx,
  op: OperationRow,
  placements: readonly PlacedEntry[],
): Promise<PlacementResult> => {
  const { placed, merges, skipped } = await resolveCollisions(tx, op, placements)
  if (skipped.length > 0)
    await tx.query(
      `update operation_items set outcome = 'skipped' where operation_id = $1 and position = any($2::bigint[])`,
      [op.id, skipped.map(({ position }) => position)],
    )
  const groups = await tx.query<Group>(placeRowsSql, [
    op.id,
    placed.map(({ position }) => position),
    placed.map(({ id }) => id),
    placed.map(({ to }) => to),
    op.owner_id,
    actionIdOf(op),
  ])
  for (const { from_id, to_id, trashed, n } of groups) {
    if (!trashed) await addChildCount(tx, op.owner_id, from_id, -n)
    await addChildCount(tx, op.owner_id, to_id, n)
  }
  const restored = groups.reduce((sum, { trashed, n }) => sum + (trashed ? n : 0), 0)
  await addTrashCount(tx, op.owner_id, -restored)
  await mergeFolders(tx, op, merges)
  return {
    ids: groups.flatMap(({ ids }) => ids),
    left: groups.flatMap((group) => (group.trashed ? [] : changeOf(group.from_id, group))),
    entered: groups.map((group) => changeOf(group.to_id, group)),
  }
}
