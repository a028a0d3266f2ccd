import type { Tx } from '../../../platform/index.ts'
import { bringBack, deadParents, lockNames, onlyIds } from '../../tree/index.ts'
import type { Placing } from './collisions.ts'
import { type Entry, stillThere, withLiveTargets } from './entries.ts'
import type { OperationRow } from './operation.row.ts'
import { placeItems } from './place-rows.ts'

interface Standing {
  id: string
  parent_id: string | null
  trashed: boolean
  /** Folder that its former parent was merged into by this operation. */
  merged_into: string | null
}

const standings = `select i.id, i.parent_id, i.trashed_at is not null as trashed, m.to_id as merged_into
  from items i left join operation_items m on m.operation_id = $1 and m.item_id = i.parent_id and m.outcome = 'merged'
  where i.id = any($2::uuid[]) and i.owner_id = $3`

/**
 * Where each goes: where it was; home when asked, when that place stays in the trash, and for what lies in a trashed folder
 * without being trashed itself; the folder its parent was merged into.
 */
const placingsOf = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<Placing[]> => {
  const { toHome = false } = op.input
  const rows = await tx.query<Standing>(standings, [op.id, entries.map(({ item_id }) => item_id), op.owner_id])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const trashed = rows.flatMap(({ id, trashed }) => (trashed ? id : []))
  const dead = toHome ? [] : await deadParents(tx, onlyIds(trashed))
  return entries.flatMap(({ position, item_id }) => {
    const row = byId.get(item_id)
    if (!row) return []
    const home = toHome || !row.trashed || (row.parent_id !== null && dead.includes(row.parent_id))
    return { position, id: item_id, to: row.merged_into ?? (home ? null : row.parent_id) }
  })
}

/** What was trashed out of a folder of the same batch waits for its fate: that folder may be merged into another. */
const untilParent = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<Entry[]> => {
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
export const restoreSome = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<number> => {
  await lockNames(tx, op.owner_id)
  const some = await untilParent(tx, op, entries)
  let ids: string[] = []
  let parents: (string | null)[] = []
  if (op.input.undoes) {
    ids = some.map(({ item_id }) => item_id)
    parents = await bringBack(tx, op.scope, onlyIds(ids), false)
  } else {
    const roots = some.filter(({ to_id }) => to_id === null)
    const inner = await withLiveTargets(
      tx,
      op,
      await stillThere(
        tx,
        op,
        some.filter(({ to_id }) => to_id !== null),
      ),
    )
    const placings = [
      ...(await placingsOf(tx, op, roots)),
      ...inner.map(({ position, item_id, to_id }) => ({ position, id: item_id, to: to_id })),
    ]
    ;({ ids, parents } = await placeItems(tx, op, placings))
  }
  if (ids.length > 0)
    tx.emit('storage.items.restored', {
      ownerId: op.owner_id,
      actorId: op.actor_id,
      socketId: op.scope.actor.socketId ?? null,
      itemIds: op.background ? [] : ids,
      parentIds: [...new Set(parents)],
    })
  return some.length
}
