import type { Db, Tx } from '../../../platform/index.ts'
import type { OnConflict } from '../../tree/contract.ts'
import type { DiskSpace, Entitlements, Scope } from '../../tree/index.ts'
import {
  allow,
  bulkThreshold,
  checkTarget,
  type ItemRow,
  itemColumns,
  itemJoins,
  lockNames,
  measureSelected,
  raiseSelectionTimeout,
  requireDiskReserve,
  requireFolder,
  resolveSelection,
  storageErrors,
  type TargetItems,
  topmostOnly,
} from '../../tree/index.ts'
import type { ConflictResult } from '../contract.ts'
import { requireFreeNames } from './collisions.ts'
import { conflictResult } from './conflict-result.ts'
import { copyBatch } from './copy-batch.ts'
import { endOperation, lockRunning, type OperationRow } from './operation.row.ts'
import type { Operations } from './operations.ts'

/** Copies made before the response, and the operation that undoes the copy. */
export interface CompletedCopy {
  items: ItemRow[]
  operation: string
  result: ConflictResult
}

interface CopyDeps {
  db: Db
  entitlements: Entitlements
  operations: Operations
  blobs: DiskSpace
  /** Counts items that are copied; throws 429 for too many of this owner. */
  countItems(ownerId: string, items: number, tx: Tx): Promise<unknown>
}

/** Copies the rows of items; copies share their blobs. */
export class Copy {
  private readonly deps: CopyDeps
  constructor(deps: CopyDeps) {
    this.deps = deps
  }

  /**
   * Copies up to 500 items in one transaction; for more, reserves their bytes and resolves with the operation that copies
   * them. `onConflict` resolves name conflicts; without it names are numbered. 404 outside the scope, 422 for a folder into
   * itself or below 64 levels, 423 beyond the quota (D22), 401 for a restricted account, 429 (D92), 507; then nothing changes.
   */
  async copy(
    scope: Scope,
    targets: TargetItems,
    to: string | null,
    onConflict?: OnConflict,
  ): Promise<CompletedCopy | OperationRow> {
    allow(scope, 'copy')
    await requireDiskReserve(this.deps.blobs)
    const [upload, create] = await Promise.all([
      this.deps.entitlements.canUpload(scope.ownerId, 0),
      this.deps.entitlements.canCreateFolder(scope.ownerId),
    ])
    if (!upload.allowed) throw storageErrors.fail('upload-restricted')
    const made = await this.deps.db.transaction(async (tx) => {
      const entitled = { limit: upload.limit, folders: create.allowed }
      const op = await this.plan(tx, scope, { targets, ...(onConflict && { onConflict }) }, to, entitled)
      if (op.background) return op
      const ids = await this.copyInTransaction(tx, scope, op, upload.limit)
      // Read within the transaction: a read after it that waits too long for a connection would reject a copy that was made.
      return { operation: op.id, items: await this.rows(tx, scope, ids), result: await conflictResult(tx, op.id) }
    })
    if (!('items' in made)) await this.deps.operations.enqueue(made.id)
    return made
  }

  /** Checks the copy, creates its operation and reserves the bytes. Throws all errors of `copy`. */
  private async plan(
    tx: Tx,
    scope: Scope,
    input: { targets: TargetItems; onConflict?: OnConflict },
    to: string | null,
    entitled: { limit: number | null; folders: boolean },
  ): Promise<OperationRow> {
    const { targets } = input
    await scope.lockPermission?.(tx)
    if (targets.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    const target = await requireFolder(tx, scope, to)
    const selected = topmostOnly(await resolveSelection(tx, scope, targets))
    if (selected.items.some((item) => item.trashed || item.in_trashed_folder))
      throw storageErrors.fail('item-not-found')
    // The next two checks read the trees of the items, before anything is locked.
    await raiseSelectionTimeout(tx, targets)
    await checkTarget(tx, selected, target, 'copy-into-itself')
    const { items, folders, size } = await measureSelected(tx, selected)
    await this.deps.countItems(scope.ownerId, items, tx)
    if (folders > 0 && !entitled.folders) throw storageErrors.fail('create-folder-restricted')
    if (input.onConflict === 'ask')
      await requireFreeNames(tx, scope.ownerId, selected, {
        kind: 'copy',
        to: target?.item.id ?? null,
        action: targets.action_id,
      })
    const op = await this.deps.operations.create(
      scope,
      {
        kind: 'copy',
        input,
        to: target?.item.id ?? null,
        total: items,
        reserved: size,
        background: items > bulkThreshold,
      },
      tx,
    )
    await lockNames(tx, scope.ownerId)
    await tx.query('insert into usage (user_id) values ($1) on conflict do nothing', [scope.ownerId])
    const reserved = await tx.query(
      `update usage set reserved_bytes = reserved_bytes + $2 where user_id = $1
       and ($3::bigint is null or used_bytes + reserved_bytes + $2 <= $3) returning 1`,
      [scope.ownerId, size, entitled.limit],
    )
    if (reserved.length === 0) throw storageErrors.fail('quota-exceeded')
    return op
  }

  private async copyInTransaction(tx: Tx, scope: Scope, { id }: OperationRow, limit: number | null): Promise<string[]> {
    const roots: string[] = []
    for (;;) {
      const op = await lockRunning(tx, id)
      const copied = op && (await copyBatch(tx, { ...op, scope }, limit))
      if (!copied) break
      roots.push(...copied)
    }
    await endOperation(tx, id, 'done')
    return roots
  }

  private rows(tx: Tx, scope: Scope, ids: string[]): Promise<ItemRow[]> {
    return tx.query<ItemRow>(
      `select ${itemColumns} from items i ${itemJoins('$2')} where i.id = any($1::uuid[])
       order by i.is_folder desc, i.name, i.id`,
      [ids, scope.actor.userId],
    )
  }
}
