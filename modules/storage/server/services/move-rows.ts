import type { Sql, Tx } from '../../../platform/index.ts'
import { maxDepth } from '../../contract.ts'
import { addChildren } from '../counters.ts'
import { storageErrors } from '../errors.ts'
import type { Scope } from '../scope.ts'
import type { Chosen } from './chosen.ts'
import type { Place } from './locate.ts'
import { lockNames } from './tree-lock.ts'

export interface ByParent {
  parent_id: string | null
  n: number
}

/** 422 (`within`) for a folder into itself or below itself and for trees that would end below 64 levels. True until the tree's lock goes. */
export const checkTarget = async (
  tx: Sql,
  chosen: Chosen,
  target: Place | null,
  within: 'move-into-itself' | 'copy-into-itself' = 'move-into-itself',
): Promise<void> => {
  if (!target) return
  const way = [...target.path.map(({ id }) => id), target.item.id]
  const [inside] = await tx.query(
    `select 1 from items i where i.id = any($1::uuid[]) and ${chosen.condition('i', 2)} limit 1`,
    [way, ...chosen.values],
  )
  if (inside) throw storageErrors.fail(within)
  const [tallest] = await tx.query<{ height: number | null }>(
    `with recursive down as (
       select i.id, 1 as height from items i where i.is_folder and ${chosen.condition('i', 2)}
       union all
       select c.id, down.height + 1 from down join items c on c.parent_id = down.id
       where c.is_folder and down.height <= $1
     ) select max(height) as height from down`,
    [maxDepth, ...chosen.values],
  )
  if (target.depth + (tallest?.height ?? 0) > maxDepth)
    throw storageErrors.fail('too-deep', { field: 'to_id', values: { limit: maxDepth } })
}

/** Gives what was chosen its new parent, with the counts of the old ones and the new one. Names that are taken there are numbered. */
export const changeParent = async (tx: Tx, scope: Scope, chosen: Chosen, to: string | null): Promise<void> => {
  await lockNames(tx, scope.payer)
  const from = await tx.query<ByParent>(
    `with before as (
       select i.id, i.parent_id from items i
       where i.parent_id is distinct from $1::uuid and ${chosen.condition('i', 2)} for no key update
     ), moved as (
       update items set parent_id = $1 from before where items.id = before.id returning before.parent_id
     ) select parent_id, count(*) as n from moved group by parent_id order by parent_id`,
    [to, ...chosen.values],
  )
  const total = from.reduce((sum, { n }) => sum + n, 0)
  if (total === 0) return
  for (const { parent_id, n } of from) await addChildren(tx, scope.payer, parent_id, -n)
  await addChildren(tx, scope.payer, to, total)
  tx.emit('storage.items.moved', {
    ownerId: scope.payer,
    actorId: scope.actor.userId,
    socketId: scope.actor.socketId ?? null,
    itemIds: chosen.ids,
    parentIds: [...from.map(({ parent_id }) => parent_id), to],
    toId: to,
  })
}
