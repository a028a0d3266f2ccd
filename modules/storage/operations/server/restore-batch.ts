import type { Tx } from '../../../platform/index.ts'
import { lockNames, restoreTrashRoots, selectionOfIds, trashedParents } from '../../tree/index.ts'
import type { Placement } from './collisions.ts'
import { type Entry, unmovedEntries, withLiveTargets } from './entries.ts'
import type { OperationRow } from './operation.row.ts'
import { placeItems } from './place-rows.ts'

interface TrashState {
  id: string
  parent_id: string | null
  trashed: boolean
  /** Folder that its former parent was merged into by this operation. */
  merged_into: string | null
}

const trashStates = `select i.id, i.parent_id, i.trashed_at is not null as trashed, m.to_id as merged_into
  from items i left join operation_items m on m.operation_id = $1 and m.item_id = i.parent_id and m.outcome = 'merged'
  where i.id = any($2::uuid[]) and i.owner_id = $3`

/**
 * Where each goes: where it was; home when asked, when that place stays in the trash, and for what lies in a trashed folder
 * without being trashed itself; the folder its parent was merged into.
 */
const placementsOf = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<Placement[]> => {
  const { toHome = false } = op.input
  const rows = await tx.query<TrashState>(trashStates, [op.id, entries.map(({ item_id }) => item_id), op.owner_id])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const trashed = rows.flatMap(({ id, trashed }) => (trashed ? id : []))
  const dead = toHome ? [] : await trashedParents(tx, selectionOfIds(trashed))
  return entries.flatMap(({ position, item_id }) => {
    const row = byId.get(item_id)
    if (!row) return []
    const home = toHome || !row.trashed || (row.parent_id !== null && dead.includes(row.parent_id))
    return { position, id: item_id, to: row.merged_into ?? (home ? null : row.parent_id) }
  })
}

/** What was trashed out of a folder of the same batch waits for its fate: that folder may be merged into another. */
const untilTrashedParent = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<Entry[]> => {
  if (!op.input.onConflict) return [...entries]
  const ids = entries.map(({ item_id }) => item_id)
  const rows = await tx.query<{ id: string }>(
    'select i.id from items i where i.id = any($1::uuid[]) and i.parent_id = any($1::uuid[])',
    [ids],
  )
  const inner = new Set(rows.map(({ id }) => id))
  const end = entries.findIndex(({ item_id }) => inner.has(item_id))
  return end < 1 ? [...entries] : entries.slice(0, end)
}

/** The next entries come back; those that a merged folder held go into the other one. */
export const restoreBatch = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<number> => {
  await lockNames(tx, op.owner_id)
  const batch = await untilTrashedParent(tx, op, entries)
  let ids: string[] = []
  let parents: (string | null)[] = []
  if (op.input.undoes) {
    ids = batch.map(({ item_id }) => item_id)
    parents = await restoreTrashRoots(tx, op.scope, selectionOfIds(ids), false)
  } else {
    const roots = batch.filter(({ to_id }) => to_id === null)
    const inner = await withLiveTargets(
      tx,
      op,
      await unmovedEntries(
        tx,
        op,
        batch.filter(({ to_id }) => to_id !== null),
      ),
    )
    const placements = [
      ...(await placementsOf(tx, op, roots)),
      ...inner.map(({ position, item_id, to_id }) => ({ position, id: item_id, to: to_id })),
    ]
    ;({ ids, parents } = await placeItems(tx, op, placements))
  }
  if (ids.length > 0)
    tx.emit('storage.items.restored', {
      ownerId: op.owner_id,
      actorId: op.actor_id,
      socketId: op.scope.actor.socketId ?? null,
      itemIds: op.background ? [] : ids,
      parentIds: [...new Set(parents)],
    })
  return batch.length
}
