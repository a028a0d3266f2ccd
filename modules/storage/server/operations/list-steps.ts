import type { Sql, Tx } from '../../../platform/index.ts'
import { choose } from '../services/chosen.ts'
import { onlyIds } from '../services/chosen-ids.ts'
import { liveFolder } from '../services/locate.ts'
import { changeParent, checkTarget } from '../services/move-rows.ts'
import { bringBack, dig } from '../services/restore-rows.ts'
import { throwAway } from '../services/trash-rows.ts'
import { lockTree } from '../services/tree-lock.ts'
import { advanceOperation, type OperationRow } from './rows.ts'

/** Rows per transaction, for which the owner's tree is locked: some ten milliseconds. */
const batch = 1_000

interface Entry {
  position: number
  item_id: string
  from_id: string | null
}

/**
 * Writes down what is meant, with where each was. Latest trashed first: a folder comes back before what had been trashed
 * out of it, so that this finds its place again.
 */
export const prepareList = async (tx: Tx, op: OperationRow): Promise<void> => {
  const { which, undoes } = op.input
  if (which) {
    const chosen = which.items ? onlyIds(which.items.map(({ id }) => id)) : await choose(tx, op.scope, which)
    await tx.query(
      `insert into operation_items (operation_id, item_id, from_id)
       select $1, i.id, i.parent_id from items i where i.owner_id = $2 and ${chosen.condition('i', 3)}
       order by i.trashed_at desc nulls last`,
      [op.id, op.owner_id, ...chosen.values],
    )
  } else if (undoes)
    await tx.query(
      `insert into operation_items (operation_id, item_id, from_id)
       select $1, case when was.kind = 'copy' then w.from_id else w.item_id end, was.to_id
       from operations was join operation_items w on w.operation_id = was.id
       and case when was.kind = 'copy' then w.from_id is not null else w.position <= was.position end
       where was.id = $2 order by w.position`,
      [op.id, undoes],
    )
  await tx.query(
    `update operations set prepared = true, total = (select count(*) from operation_items where operation_id = $1)
     where id = $1`,
    [op.id],
  )
}

/** The next of the list, dealt with or not. */
export const nextOf = (sql: Sql, op: OperationRow): Promise<Entry[]> =>
  sql.query<Entry>(
    `select position, item_id, from_id from operation_items
     where operation_id = $1 and position > $2 and item_id is not null order by position limit ${batch}`,
    [op.id, op.position],
  )

/** Those that are still where they were when they were meant. Null `trashedAt`: alive. */
const unmoved = async (tx: Tx, op: OperationRow, entries: readonly Entry[], trashedAt: Date | null) =>
  (
    await tx.query<{ id: string }>(
      `select i.id from unnest($1::uuid[], $2::uuid[]) as w (id, from_id) join items i on i.id = w.id
       where i.owner_id = $3 and i.parent_id is not distinct from w.from_id
       and i.trashed_at is not distinct from $4::timestamptz`,
      [entries.map(({ item_id }) => item_id), entries.map(({ from_id }) => from_id), op.owner_id, trashedAt],
    )
  ).map(({ id }) => id)

const moveSome = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<void> => {
  const target = await liveFolder(tx, op.scope, op.to_id)
  const chosen = onlyIds(await unmoved(tx, op, entries, null))
  await checkTarget(tx, chosen, target)
  await changeParent(tx, op.scope, { ...chosen, ids: [] }, op.to_id)
}

const trashSome = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<void> => {
  const chosen = onlyIds(await unmoved(tx, op, entries, null))
  await throwAway(tx, op.scope, { ...chosen, ids: [] }, op.created_at)
}

const restoreSome = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<void> => {
  const chosen = onlyIds(entries.map(({ item_id }) => item_id))
  const { toHome = false, which } = op.input
  const buried = which?.selection && which.selection.parent_id !== null
  const parents = [
    ...(buried ? await dig(tx, op.scope, chosen) : []),
    ...(await bringBack(tx, op.scope, chosen, toHome)),
  ]
  if (parents.length > 0)
    tx.emit('storage.items.restored', {
      ownerId: op.owner_id,
      actorId: op.actor_id,
      socketId: null,
      itemIds: [],
      parentIds: [...new Set(parents)],
    })
}

const deeds = { move: moveSome, trash: trashSome, restore: restoreSome } as const
export type ListKind = keyof typeof deeds
export const isListKind = (kind: string): kind is ListKind => kind in deeds

/** One transaction's worth of a move, a removal to the trash or a restoration. False when nothing is left. */
export const listStep = async (tx: Tx, op: OperationRow): Promise<boolean> => {
  if (!op.prepared) {
    await prepareList(tx, op)
    return true
  }
  const entries = await nextOf(tx, op)
  const last = entries.at(-1)
  if (!last) return false
  await lockTree(tx, op.owner_id)
  await deeds[op.kind as ListKind](tx, op, entries)
  await advanceOperation(tx, op.id, entries.length, last.position)
  return true
}
