import type { Db, Sql } from '../../../platform/index.ts'
import type { OnConflict } from '../../tree/contract.ts'
import type { Scope, TrashedItems } from '../../tree/index.ts'
import {
  allow,
  excludedWithin,
  foldersEvent,
  lockTree,
  raiseSelectionTimeout,
  resolveSelection,
  restoreTrashRoots,
  storageErrors,
  type TargetItems,
} from '../../tree/index.ts'
import type { ConflictResult } from '../contract.ts'
import { conflictResult } from './conflict-result.ts'
import { runInTransaction } from './run-in-transaction.ts'

/** The listed items, except the ones inside a listed folder, which restores them. 422 `not-in-trash` for active items. */
export const topmostTrashed = async (sql: Sql, scope: Scope, targets: TargetItems): Promise<TargetItems> => {
  const { items } = await resolveSelection(sql, scope, targets)
  if (items.some((item) => !item.trashed && !item.in_trashed_folder)) throw storageErrors.fail('not-in-trash')
  if (targets.selection) return targets
  const roots = new Set(
    items.filter(({ trashed, has_selected_ancestor }) => trashed || !has_selected_ancestor).map(({ id }) => id),
  )
  return { ...targets, items: (targets.items ?? []).filter(({ id }) => roots.has(id.toLowerCase())) }
}

export interface RestoreOptions {
  /** Restores items to the owner's root where their parent cannot take them. */
  toHome?: boolean | undefined
  /** Missing: names that are taken are numbered. */
  onConflict?: OnConflict | undefined
}

/** The operation that undoes a restore. */
interface Restored {
  operation: string
  result: ConflictResult
}

/** Restores items from the trash. */
export class Restore {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /**
   * Restores items to their former parents; to the owner's root with `toHome`, when the parent is deleted or remains in
   * the trash, and for single items inside a trashed folder. All or none: 404 for unknown items, 422 for active ones.
   * `onConflict` resolves name conflicts; without it names are numbered. Resolves with the operation that undoes it.
   */
  async restore(
    scope: Scope,
    targets: TargetItems,
    { toHome = false, onConflict }: RestoreOptions = {},
  ): Promise<Restored> {
    allow(scope, 'restore')
    if (targets.selection && targets.selection.view !== 'trash')
      throw storageErrors.fail('not-in-trash', { field: 'selection' })
    return this.db.transaction(async (tx) => {
      await scope.lockPermission?.(tx)
      await lockTree(tx, scope.ownerId)
      await raiseSelectionTimeout(tx, targets.selection)
      const input = { targets: await topmostTrashed(tx, scope, targets), toHome, ...(onConflict && { onConflict }) }
      const operation = await runInTransaction(tx, scope, { kind: 'restore', input })
      return { operation, result: await conflictResult(tx, operation) }
    })
  }

  /**
   * Undoes one removal for callers who may trash but not restore; the caller of this method verifies that they removed
   * the items. All or none: 404 when an item was deleted, restored or trashed again, or its parent is not active.
   */
  async undoRemoval(scope: Scope, { items, at }: TrashedItems): Promise<void> {
    allow(scope, 'trash')
    await this.db.transaction(async (tx) => {
      await scope.lockPermission?.(tx)
      await lockTree(tx, scope.ownerId)
      const selected = await resolveSelection(tx, scope, { items })
      const [unchanged] = await tx.query<{ n: number }>(
        'select count(*) as n from items where id = any($1::uuid[]) and trashed_at = $2',
        [selected.ids, at],
      )
      if (unchanged?.n !== selected.ids.length || selected.items.some((item) => item.in_trashed_folder))
        throw storageErrors.fail('item-not-found')
      const changes = await restoreTrashRoots(tx, scope, selected)
      if (changes.length === 0) return
      const excludedIds = await excludedWithin(tx, scope.ownerId, selected.ids)
      tx.emit('storage.items.restored', { ...foldersEvent(scope, selected.ids, changes), excludedIds })
    })
  }
}
