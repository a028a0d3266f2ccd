import type { Db } from '../../../platform/index.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import type { Scope } from '../scope.ts'
import { type Chosen, choose, type Which } from './chosen.ts'
import { onlyIds } from './chosen-ids.ts'
import { bringBack, dig } from './restore-rows.ts'
import { allowTime, lockTree } from './tree-lock.ts'

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
      const parents = [...(buried ? await dig(tx, scope, buried) : []), ...(await bringBack(tx, scope, chosen, toHome))]
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
}

/** What of the choice lies in a trashed folder without being trashed itself; an item whose folder returns too goes with it. */
const buriedOf = (chosen: Chosen, { selection }: Which): Chosen | null => {
  if (selection) return selection.parent_id === null ? null : chosen
  const ids = chosen.standings.filter((item) => !item.trashed && !item.nested).map(({ id }) => id)
  return ids.length > 0 ? onlyIds(ids) : null
}
