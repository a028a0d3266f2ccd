import type { Tx } from '../../../platform/index.ts'
import type { OperationRow } from '../../operations/index.ts'
import {
  addChildCount,
  addTrashCount,
  excludedWithin,
  type FolderChange,
  foldersEvent,
  itemEvent,
} from '../../tree/index.ts'
import { isMisplaced, stateAt } from './state-at.ts'
import { misplacedItems } from './stranded-items.ts'

interface Group {
  from_id: string | null
  to_id: string | null
  trashed: boolean
  hidden: boolean
  ids: string[]
  n: number
}

/** Gives the items `$1` the folder and the name of the time `$3`, out of the trash. Names that are taken are numbered. */
const placeSql = `with before as (
    select i.id, i.parent_id, i.trashed_at, i.merged_by, nullif(was.folder_id, $2) as to_id, was.name
    from unnest($1::uuid[]) as w (id) join items i on i.id = w.id join ${stateAt('i.id', '$3')} on true
    where i.owner_id = $2 and ${isMisplaced}
      and (was.folder_id = $2 or exists (select from items p where p.folder_key = was.folder_id))
    for no key update of i
  ), placed as (
    update items set parent_id = b.to_id, name = b.name, trashed_at = null, merged_by = null, placed_at = now(),
      placed_by = $4
    from before b where items.id = b.id
    returning items.id, b.parent_id as from_id, b.to_id, b.trashed_at is not null as trashed,
      b.merged_by is not null as hidden
  ) select from_id, to_id, trashed, hidden, array_agg(id) as ids, count(*)::int as n
    from placed group by 1, 2, 3, 4 order by 1, 2`

/** Folders that a restore has merged are hidden with all in them, but only the topmost is placed. */
const showInnerSql = `with recursive below as (
    select i.id from items i where i.parent_id = any($1::uuid[]) and i.merged_by is not null and i.trashed_at is null
    union all
    select i.id from below join items i on i.parent_id = below.id and i.merged_by is not null and i.trashed_at is null
  ) update items i set merged_by = null from below where i.id = below.id`

const changeOf = (parentId: string | null, { n, ids }: Group): FolderChange => ({
  parentId,
  count: n,
  itemIds: ids.slice(0, 3),
})

const entersFolder = ({ trashed, from_id, to_id }: Group) => trashed || from_id !== to_id

const count = async (tx: Tx, ownerId: string, groups: readonly Group[]): Promise<void> => {
  for (const { from_id, to_id, trashed, n } of groups.filter(entersFolder)) {
    if (!trashed) await addChildCount(tx, ownerId, from_id, -n)
    await addChildCount(tx, ownerId, to_id, n)
  }
  const counted = groups.filter(({ trashed, hidden }) => trashed && !hidden)
  await addTrashCount(tx, ownerId, -counted.reduce((sum, { n }) => sum + n, 0))
}

const emit = async (tx: Tx, op: OperationRow, groups: readonly Group[], folder: string | null): Promise<void> => {
  const ofKind = (isKind: (group: Group) => boolean) => groups.filter((group) => entersFolder(group) && isKind(group))
  const entered = (some: readonly Group[]) => some.map((group) => changeOf(group.to_id, group))
  const excluded = (some: readonly Group[]) =>
    excludedWithin(
      tx,
      op.owner_id,
      some.flatMap(({ ids }) => ids),
    )
  const restored = ofKind(({ trashed }) => trashed)
  if (restored.length > 0)
    tx.emit('storage.items.restored', {
      ...foldersEvent(op.scope, [], entered(restored)),
      excludedIds: await excluded(restored),
    })
  const moved = ofKind(({ trashed }) => !trashed)
  if (moved.length > 0) {
    const left = moved.map((group) => changeOf(group.from_id, group))
    const { parentIds } = foldersEvent(op.scope, [], [...entered(moved), ...left])
    const payload = foldersEvent(op.scope, [], entered(moved))
    tx.emit('storage.items.moved', { ...payload, excludedIds: await excluded(moved), parentIds, toId: folder, left })
  }
  for (const { ids, to_id } of groups.filter((group) => !entersFolder(group)))
    for (const id of ids) tx.emit('storage.item.renamed', itemEvent(op.scope, id, to_id))
}

interface Placed {
  groups: Group[]
  tooDeep: ReadonlySet<string>
}

/** Places the items, except those that would be in the trash, in themselves or too deep there. */
const placeItems = async (tx: Tx, op: OperationRow, ids: readonly string[], at: string): Promise<Placed> => {
  await tx.query('savepoint placed_items')
  const groups = await tx.query<Group>(placeSql, [ids, op.owner_id, at, op.id])
  const shown = groups.flatMap((group) => (group.hidden ? group.ids : []))
  if (shown.length > 0) await tx.query(showInnerSql, [shown])
  const placed = new Set(groups.flatMap((group) => group.ids))
  const { stranded, tooDeep } = await misplacedItems(
    tx,
    op,
    ids.filter((id) => placed.has(id)),
    groups.flatMap((group) => (group.from_id === group.to_id ? [] : group.ids)),
  )
  const isRight = stranded.size === 0 && tooDeep.size === 0
  if (!isRight) await tx.query('rollback to savepoint placed_items')
  await tx.query('release savepoint placed_items')
  if (isRight) return { groups, tooDeep }
  const others = ids.filter((id) => !stranded.has(id) && !tooDeep.has(id))
  const result = await placeItems(tx, op, others, at)
  return { ...result, tooDeep: new Set([...tooDeep, ...result.tooDeep]) }
}

/**
 * Returns items to the folder and the name that they had at the time. Call it with the owner's tree and names locked. Where the
 * folder does not exist any more, is in the trash or below the item, an item stays where it is, and so do folders that would be below
 * the deepest level there; resolves with those.
 */
export const placeAsBefore = async (
  tx: Tx,
  op: OperationRow,
  ids: readonly string[],
  { at, folder }: { at: string; folder: string | null },
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const { groups, tooDeep } = await placeItems(tx, op, ids, at)
  await count(tx, op.owner_id, groups)
  await emit(tx, op, groups, folder)
  return tooDeep
}
