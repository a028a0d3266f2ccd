import type { Db, Sql, Tx } from '../../../platform/index.ts'
import type { ItemRef, OnConflict } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'
import {
  allow,
  checkTarget,
  type ItemLocation,
  lockTree,
  raiseSelectionTimeout,
  requireFolder,
  resolveSelection,
  storageErrors,
  type TargetItems,
} from '../../tree/index.ts'
import type { ConflictResult } from '../contract.ts'
import { conflictResult } from './conflict-result.ts'
import { runInTransaction } from './run-in-transaction.ts'

/** A move completed before the response, and the operation that undoes it. */
interface CompletedMove {
  items: ItemRef[]
  operation: string
  result: ConflictResult
}

/**
 * Checks a move. 404 for items or a target that are trashed or outside the scope, 403 without permission, 422 for a folder
 * into itself or below 64 levels.
 */
export const validateMove = async (sql: Sql, scope: Scope, targets: TargetItems, to: string | null) => {
  allow(scope, 'move')
  if (targets.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
  const target: ItemLocation | null = await requireFolder(sql, scope, to)
  const selected = await resolveSelection(sql, scope, targets)
  for (const item of selected.items) {
    if (item.trashed || item.in_trashed_folder) throw storageErrors.fail('item-not-found')
    allow(scope, 'move', { id: item.id, owner_id: scope.ownerId })
  }
  await checkTarget(sql, selected, target)
  return { selected, target: target?.item.id ?? null }
}

/** Items that the operation moved, in the order of its list; skipped and merged ones are not among them. */
const movedRefs = async (tx: Tx, operation: string): Promise<ItemRef[]> => {
  const rows = await tx.query<{ id: string; is_folder: boolean }>(
    `select i.id, i.is_folder from operation_items e join items i on i.id = e.item_id
     where e.operation_id = $1 and e.outcome is null order by e.position`,
    [operation],
  )
  return rows.map(({ id, is_folder }) => ({ id, type: is_folder ? 'folder' : 'file' }))
}

/** Moves items to another folder of the same owner. */
export class Move {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /**
   * Moves all items or none. `to` null: the root of the scope. `onConflict` resolves name conflicts; without it names are
   * numbered. Errors as `validateMove`.
   */
  async move(scope: Scope, targets: TargetItems, to: string | null, onConflict?: OnConflict): Promise<CompletedMove> {
    return this.db.transaction((tx) => this.moveIn(tx, scope, targets, to, onConflict))
  }

  /** As `move`, within a transaction. */
  async moveIn(
    tx: Tx,
    scope: Scope,
    targets: TargetItems,
    to: string | null,
    onConflict?: OnConflict,
  ): Promise<CompletedMove> {
    await scope.lockPermission?.(tx)
    await lockTree(tx, scope.ownerId)
    await raiseSelectionTimeout(tx, targets.selection)
    const { target } = await validateMove(tx, scope, targets, to)
    const operation = await runInTransaction(tx, scope, {
      kind: 'move',
      input: { targets, ...(onConflict && { onConflict }) },
      to: target,
    })
    return { items: await movedRefs(tx, operation), operation, result: await conflictResult(tx, operation) }
  }
}
