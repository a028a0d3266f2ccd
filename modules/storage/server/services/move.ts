import type { Db } from '../../../platform/index.ts'
import type { ItemRef } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import type { Scope } from '../scope.ts'
import { choose, type Which } from './chosen.ts'
import { refsOf } from './chosen-ids.ts'
import { liveFolder } from './locate.ts'
import { changeParent, checkTarget } from './move-rows.ts'
import { allowTime, lockTree } from './tree-lock.ts'

/** Moves items to another folder of the same owner. */
export class Move {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /**
   * All or nothing. `to` null: the top of the scope. 404 for items or a target out of reach, trashed, or (target) a
   * file; 422 for a folder into itself or below itself, and for trees that would end below 64 levels. Answers what moved.
   */
  async move(scope: Scope, which: Which, to: string | null): Promise<ItemRef[]> {
    allow(scope, 'move')
    if (which.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    return this.db.transaction(async (tx) => {
      await lockTree(tx, scope.payer)
      await allowTime(tx, which.selection)
      const target = await liveFolder(tx, scope, to)
      const chosen = await choose(tx, scope, which)
      for (const item of chosen.standings) {
        if (item.trashed || item.buried) throw storageErrors.fail('item-not-found')
        allow(scope, 'move', { id: item.id, owner_id: scope.payer })
      }
      await checkTarget(tx, chosen, target)
      const moved = await refsOf(tx, chosen)
      await changeParent(tx, scope, chosen, target?.item.id ?? null)
      return moved
    })
  }
}
