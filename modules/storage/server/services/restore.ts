import type { Db, Tx } from '../../../platform/index.ts'
import { addChildren, addTrashed } from '../counters.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import type { Scope } from '../scope.ts'
import { type Chosen, choose, type Which } from './chosen.ts'
import { onlyIds } from './chosen-ids.ts'
import type { ByParent } from './move.ts'
import { allowTime, lockTree } from './tree-lock.ts'

/** Parents of what was chosen that stay in the trash although it comes back. */
const deadParents = (chosen: Chosen) => `with recursive up as (
    select distinct i.parent_id as start, i.parent_id as id from items i
    where i.trashed_at is not null and i.parent_id is not null and ${chosen.condition('i', 1)}
    union all
    select up.start, p.parent_id from up join items p on p.id = up.id where p.parent_id is not null
  ) select distinct up.start as id from up join items a on a.id = up.id
  where a.trashed_at is not null and not coalesce(${chosen.condition('a', 1)}, false)`

/** The way out of the trash. */
export class Restore {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /**
   * Back to where each was; home (the owner's root) with `toHome`, or where that place is gone or itself in the trash,
   * and for single items out of a trashed folder. All or nothing: 404 for unknown items, 422 for items not in the trash.
   */
  async restore(scope: Scope, which: Which, toHome: boolean): Promise<void> {
    allow(scope, 'restore')
    if (which.selection && which.selection.view !== 'trash') throw storageErrors.fail('not-in-trash')
    await this.db.transaction(async (tx) => {
      await lockTree(tx, scope.payer)
      await allowTime(tx, which.selection)
      const chosen = await choose(tx, scope, which)
      if (chosen.standings.some((item) => !item.trashed && !item.buried)) throw storageErrors.fail('not-in-trash')
      const buried = buriedOf(chosen, which)
      const parents = [
        ...(buried ? await this.dig(tx, scope, buried) : []),
        ...(await this.bringBack(tx, scope, chosen, toHome)),
      ]
      if (parents.length === 0) return
      tx.emit('storage.items.restored', {
        ownerId: scope.payer,
        actorId: scope.actor.userId,
        socketId: scope.actor.socketId ?? null,
        itemIds: chosen.ids,
        parentIds: [...new Set(parents)],
      })
    })
  }

  /** Roots of trashed trees: `trashed_at` goes, the parent stays or becomes the root. */
  private async bringBack(tx: Tx, scope: Scope, chosen: Chosen, toHome: boolean): Promise<(string | null)[]> {
    const dead = toHome ? [] : await tx.query<{ id: string }>(deadParents(chosen), chosen.values)
    const back = await tx.query<ByParent>(
      `with back as (
         update items i set trashed_at = null,
           parent_id = case when $2::boolean or i.parent_id = any($3::uuid[]) then null else i.parent_id end
         where i.owner_id = $1 and i.trashed_at is not null and ${chosen.condition('i', 4)} returning i.parent_id
       ) select parent_id, count(*) as n from back group by parent_id order by parent_id`,
      [scope.payer, toHome, dead.map(({ id }) => id), ...chosen.values],
    )
    for (const { parent_id, n } of back) await addChildren(tx, scope.payer, parent_id, n)
    await addTrashed(tx, scope.payer, -back.reduce((sum, { n }) => sum + n, 0))
    return back.map(({ parent_id }) => parent_id)
  }

  /** Items that are in the trash only by their folder: they leave it for the owner's root. */
  private async dig(tx: Tx, scope: Scope, chosen: Chosen): Promise<(string | null)[]> {
    const out = await tx.query<ByParent>(
      `with before as (
         select i.id, i.parent_id from items i
         where i.owner_id = $1 and i.trashed_at is null and i.parent_id is not null and ${chosen.condition('i', 2)}
         for no key update
       ), dug as (
         update items set parent_id = null from before where items.id = before.id returning before.parent_id
       ) select parent_id, count(*) as n from dug group by parent_id order by parent_id`,
      [scope.payer, ...chosen.values],
    )
    for (const { parent_id, n } of out) await addChildren(tx, scope.payer, parent_id, -n)
    await addChildren(
      tx,
      scope.payer,
      null,
      out.reduce((sum, { n }) => sum + n, 0),
    )
    return out.length > 0 ? [null] : []
  }
}

/** What of the choice lies in a trashed folder without being trashed itself; an item whose folder returns too goes with it. */
const buriedOf = (chosen: Chosen, { selection }: Which): Chosen | null => {
  if (selection) return selection.parent_id === null ? null : chosen
  const ids = chosen.standings.filter((item) => !item.trashed && !item.nested).map(({ id }) => id)
  return ids.length > 0 ? onlyIds(ids) : null
}
