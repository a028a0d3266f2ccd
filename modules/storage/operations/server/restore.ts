import type { Db, Sql, Tx } from '../../../platform/index.ts'
import type { OnConflict } from '../../tree/contract.ts'
import type { Removal, Scope } from '../../tree/index.ts'
import {
  allow,
  allowTime,
  lockTree,
  resolveSelection,
  restoreTrashRoots,
  storageErrors,
  type TargetItems,
} from '../../tree/index.ts'
import { runInTransaction } from './run-in-transaction.ts'

/** Of a list what leaves the trash by itself: what lies in a folder that returns too goes with it. 422 for what is not there. */
export const topmostTrashed = async (sql: Sql, scope: Scope, targets: TargetItems): Promise<TargetItems> => {
  const { items } = await resolveSelection(sql, scope, targets)
  if (items.some((item) => !item.trashed && !item.in_trashed_folder)) throw storageErrors.fail('not-in-trash')
  if (targets.selection) return targets
  const own = new Set(
    items.filter(({ trashed, has_selected_ancestor }) => trashed || !has_selected_ancestor).map(({ id }) => id),
  )
  return { items: (targets.items ?? []).filter(({ id }) => own.has(id.toLowerCase())) }
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
  async restore(scope: Scope, targets: TargetItems, toHome: boolean, onConflict?: OnConflict): Promise<string> {
    allow(scope, 'restore')
    if (targets.selection && targets.selection.view !== 'trash')
      throw storageErrors.fail('not-in-trash', { field: 'selection' })
    return this.db.transaction(async (tx) => {
      await lockTree(tx, scope.ownerId)
      await allowTime(tx, targets.selection)
      const input = { targets: await topmostTrashed(tx, scope, targets), toHome, ...(onConflict && { onConflict }) }
      return runInTransaction(tx, scope, { kind: 'restore', input })
    })
  }

  /**
   * Takes one deed back for those who may remove but not restore; that they did it is for the caller to know. All or
   * nothing: 404 when one is gone, has left the trash since, was trashed anew, or its place is not there any more.
   */
  async undoRemoval(scope: Scope, { items, at }: Removal): Promise<void> {
    allow(scope, 'trash')
    await this.db.transaction(async (tx) => {
      await lockTree(tx, scope.ownerId)
      const selected = await resolveSelection(tx, scope, { items })
      const [still] = await tx.query<{ n: number }>(
        'select count(*) as n from items where id = any($1::uuid[]) and trashed_at = $2',
        [selected.ids, at],
      )
      if (still?.n !== selected.ids.length || selected.items.some((item) => item.in_trashed_folder))
        throw storageErrors.fail('item-not-found')
      this.publishProgress(tx, scope, selected.ids, await restoreTrashRoots(tx, scope, selected, false))
    })
  }

  private publishProgress(
    tx: Tx,
    { ownerId, actor }: Scope,
    itemIds: string[],
    parents: readonly (string | null)[],
  ): void {
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
