import type { Tx } from '../../../platform/index.ts'
import {
  excludedWithin,
  type FolderChange,
  foldersEvent,
  lockNames,
  restoreTrashRoots,
  selectionOfIds,
  trashedParents,
} from '../../tree/index.ts'
import type { PlacedEntry } from './collisions.ts'
import { type OperationEntry, trashedEntries, unmovedEntries, withActiveParents, withActiveTargets } from './entries.ts'
import type { OperationRow } from './operation.row.ts'
import { placeItems } from './place-rows.ts'

interface TrashState {
  id: string
  parent_id: string | null
  trashed: boolean
  /** Folder into which this operation merged the former parent. */
  merged_into: string | null
}

const trashStates = `select i.id, i.parent_id, i.trashed_at is not null as trashed, m.to_id as merged_into
  from items i left join operation_items m on m.operation_id = $1 and m.item_id = i.parent_id and m.outcome = 'merged'
  where i.id = any($2::uuid[]) and i.owner_id = $3 and i.merged_by is null`

/**
 * Targets of the entries: the folder into which their parent was merged; else the owner's root with `toHome`, when the
 * former parent remains in the trash, and for items inside a trashed folder; else the former parent.
 */
const placementsOf = async (tx: Tx, op: OperationRow, entries: readonly OperationEntry[]): Promise<PlacedEntry[]> => {
  const { toHome = false } = op.input
  const rows = await tx.query<TrashState>(trashStates, [op.id, entries.map(({ item_id }) => item_id), op.owner_id])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const trashed = rows.flatMap(({ id, trashed }) => (trashed ? id : []))
  const unavailable = toHome ? [] : await trashedParents(tx, selectionOfIds(trashed))
  return entries.flatMap(({ position, item_id }) => {
    const row = byId.get(item_id)
    if (!row) return []
    const home = toHome || !row.trashed || (row.parent_id !== null && unavailable.includes(row.parent_id))
    return { position, id: item_id, to: row.merged_into ?? (home ? null : row.parent_id) }
  })
}

/** Ends the batch before items that were trashed out of a folder of the batch, because that folder may be merged. */
const untilTrashedParent = async (
  tx: Tx,
  op: OperationRow,
  entries: readonly OperationEntry[],
): Promise<OperationEntry[]> => {
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

/**
 * Restores the next entries that are still in the trash as they were listed; children of merged folders go into the existing
 * folder.
 */
export const restoreBatch = async (tx: Tx, op: OperationRow, entries: readonly OperationEntry[]): Promise<number> => {
  await lockNames(tx, op.owner_id)
  const batch = await untilTrashedParent(tx, op, entries)
  let ids: string[] = []
  let changes: FolderChange[] = []
  const trashed = await trashedEntries(
    tx,
    op,
    batch.filter(({ to_id }) => to_id === null),
  )
  if (op.input.undoes) {
    ids = (await withActiveParents(tx, op, trashed)).map(({ item_id }) => item_id)
    changes = await restoreTrashRoots(tx, op.scope, selectionOfIds(ids))
  } else {
    const inner = await withActiveTargets(
      tx,
      op,
      await unmovedEntries(
        tx,
        op,
        batch.filter(({ to_id }) => to_id !== null),
      ),
    )
    const placements = [
      ...(await placementsOf(tx, op, trashed)),
      ...inner.map(({ position, item_id, to_id }) => ({ position, id: item_id, to: to_id })),
    ]
    ;({ ids, entered: changes } = await placeItems(tx, op, placements))
  }
  if (ids.length > 0) {
    const excludedIds = await excludedWithin(tx, op.owner_id, ids)
    const event = foldersEvent(op.scope, op.background ? [] : ids, changes)
    tx.emit('storage.items.restored', { ...event, excludedIds })
  }
  return batch.length
}
