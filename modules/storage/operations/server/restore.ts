import type { Db, Sql, Tx } from '../../../platform/index.ts'
import type { OnConflict } from '../../tree/contract.ts'
import type { Removal, Scope } from '../../tree/index.ts'
import { allow, allowTime, bringBack, choose, lockTree, storageErrors, type Which } from '../../tree/index.ts'
import { runAtOnce } from './run-in-transaction.ts'

/** Of a list what leaves the trash by itself: what lies in a folder that returns too goes with it. 422 for what is not there. */
export const ownRoots = async (sql: Sql, scope: Scope, which: Which): Promise<Which> => {
  const { standings } = await choose(sql, scope, which)
  if (standings.some((item) => !item.trashed && !item.buried)) throw storageErrors.fail('not-in-trash')
  if (which.selection) return which
  const own = new Set(standings.filter(({ trashed, nested }) => trashed || !nested).map(({ id }) => id))
  return { items: (which.items ?? []).filter(({ id }) => own.has(id.toLowerCase())) }
}

/** The way out of the trash. */
export class Restore {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /**
   * Back to where each was; home (the owner's root) with `toHome`, or where that place is gone or itself in the trash,
   * and for single items out of a trashed folder. All or nothing: 404 for unknown items, 422 for items not in the trash.
   * Names that are taken there: `onConflict`, numbered without it. Answers the operation by which it can be undone.
   */
  async restore(scope: Scope, which: Which, toHome: boolean, onConflict?: OnConflict): Promise<string> {
    allow(scope, 'restore')
    if (which.selection && which.selection.view !== 'trash')
      throw storageErrors.fail('not-in-trash', { field: 'selection' })
    return this.db.transaction(async (tx) => {
      await lockTree(tx, scope.ownerId)
      await allowTime(tx, which.selection)
      const input = { which: await ownRoots(tx, scope, which), toHome, ...(onConflict && { onConflict }) }
      return runAtOnce(tx, scope, { kind: 'restore', input })
    })
  }

  /**
   * Takes one deed back for those who may remove but not restore; that they did it is for the caller to know. All or
   * nothing: 404 when one is gone, has left the trash since, was trashed anew, or its place is not there any more.
   */
  async takeBack(scope: Scope, { items, at }: Removal): Promise<void> {
    allow(scope, 'trash')
    await this.db.transaction(async (tx) => {
      await lockTree(tx, scope.ownerId)
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

  private tell(tx: Tx, { ownerId, actor }: Scope, itemIds: string[], parents: readonly (string | null)[]): void {
    if (parents.length === 0) return
    tx.emit('storage.items.restored', {
      ownerId,
      actorId: actor.userId,
      socketId: actor.socketId ?? null,
      itemIds,
      parentIds: [...new Set(parents)],
    })
  }
}
