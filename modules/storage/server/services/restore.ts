import type { Db, Tx } from '../../../platform/index.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import type { Scope } from '../scope.ts'
import { type Chosen, choose, type Which } from './chosen.ts'
import { onlyIds } from './chosen-ids.ts'
import { bringBack, dig } from './restore-rows.ts'
import type { Removal } from './trash.ts'
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
    if (which.selection && which.selection.view !== 'trash')
      throw storageErrors.fail('not-in-trash', { field: 'selection' })
    await this.db.transaction(async (tx) => {
      await lockTree(tx, scope.payer)
      await allowTime(tx, which.selection)
      const chosen = await choose(tx, scope, which)
      if (chosen.standings.some((item) => !item.trashed && !item.buried)) throw storageErrors.fail('not-in-trash')
      const buried = buriedOf(chosen, which)
      const parents = [...(buried ? await dig(tx, scope, buried) : []), ...(await bringBack(tx, scope, chosen, toHome))]
      this.tell(tx, scope, chosen.ids, parents)
    })
  }

  /**
   * Takes one deed back for those who may remove but not restore; that they did it is for the caller to know. All or
   * nothing: 404 when one is gone, has left the trash since, was trashed anew, or its place is not there any more.
   */
  async takeBack(scope: Scope, { items, at }: Removal): Promise<void> {
    allow(scope, 'trash')
    await this.db.transaction(async (tx) => {
      await lockTree(tx, scope.payer)
      const chosen = await choose(tx, scope, { items })
      const [still] = await tx.query<{ n: number }>(
        'select count(*) as n from items where id = any($1::uuid[]) and trashed_at = $2',
        [chosen.ids, at],
      )
      if (still?.n !== chosen.ids.length || chosen.standings.some((item) => item.buried))
        throw storageErrors.fail('item-not-found')
      this.tell(tx, scope, chosen.ids, await bringBack(tx, scope, chosen, false))
    })
  }

  private tell(tx: Tx, { payer, actor }: Scope, itemIds: string[], parents: readonly (string | null)[]): void {
    if (parents.length === 0) return
    tx.emit('storage.items.restored', {
      ownerId: payer,
      actorId: actor.userId,
      socketId: actor.socketId ?? null,
      itemIds,
      parentIds: [...new Set(parents)],
    })
  }
}

/** What of the choice lies in a trashed folder without being trashed itself; an item whose folder returns too goes with it. */
const buriedOf = (chosen: Chosen, { selection }: Which): Chosen | null => {
  if (selection) return selection.parent_id === null ? null : chosen
  const ids = chosen.standings.filter((item) => !item.trashed && !item.nested).map(({ id }) => id)
  return ids.length > 0 ? onlyIds(ids) : null
}
