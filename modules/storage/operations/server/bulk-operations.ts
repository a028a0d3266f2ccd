import type { Db } from '../../../platform/index.ts'
import type { OnConflict } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'
import {
  allow,
  exceedsBulkThreshold,
  type RemoveInput,
  raiseSelectionTimeout,
  resolveSelection,
  splitRemoval,
  storageErrors,
  type TargetItems,
  type Trash,
  treesExceedBulkThreshold,
  wholeTrash,
} from '../../tree/index.ts'
import { requireFreeFormerNames, requireFreeNames } from './collisions.ts'
import { writeList } from './list-pages.ts'
import { validateMove } from './move.ts'
import type { OperationRow } from './operation.row.ts'
import type { Operations } from './operations.ts'
import { type RestoreOptions, topmostTrashed } from './restore.ts'

/** Whether folders of one name are merged, which changes the rows inside them. */
const merges = (onConflict?: OnConflict) => onConflict !== undefined && !['keep-both', 'ask'].includes(onConflict)

/**
 * Starts background operations for actions on more items than a call handles before its response. Each method returns
 * null, and does nothing, for fewer items. It throws the same errors as the action itself.
 */
export class BulkOperations {
  private readonly db: Db
  private readonly operations: Operations
  private readonly trash: Trash
  constructor(db: Db, operations: Operations, trash: Trash) {
    this.db = db
    this.operations = operations
    this.trash = trash
  }

  /** Selections of more than 500 items; when folders may be merged, trees of more than 500. */
  async move(
    scope: Scope,
    targets: TargetItems,
    to: string | null,
    onConflict?: OnConflict,
  ): Promise<OperationRow | null> {
    allow(scope, 'move')
    const merging = merges(onConflict)
    if (!merging && targets.selection?.view !== 'files') return null
    const { selected, target } = await validateMove(this.db, scope, targets, to)
    if (!(await (merging ? treesExceedBulkThreshold : exceedsBulkThreshold)(this.db, selected))) return null
    if (onConflict === 'ask')
      await requireFreeNames(this.db, scope.ownerId, selected, { kind: 'move', to: target, action: targets.action_id })
    return this.start(scope, { kind: 'move', input: { targets, ...(onConflict && { onConflict }) }, to: target })
  }

  async restore(
    scope: Scope,
    targets: TargetItems,
    { toHome = false, onConflict }: RestoreOptions = {},
  ): Promise<OperationRow | null> {
    allow(scope, 'restore')
    const merging = merges(onConflict)
    if (targets.selection ? targets.selection.view !== 'trash' : !merging) return null
    const selected = await resolveSelection(this.db, scope, targets)
    if (!(await (merging ? treesExceedBulkThreshold : exceedsBulkThreshold)(this.db, selected))) return null
    const roots = await topmostTrashed(this.db, scope, targets)
    if (onConflict === 'ask') {
      await this.db.transaction(async (tx) => {
        await raiseSelectionTimeout(tx, targets.selection)
        await requireFreeFormerNames(tx, scope.ownerId, selected, { toHome, action: targets.action_id })
      })
      // From here on, names that are taken are numbered.
      return this.start(scope, { kind: 'restore', input: { targets: roots, toHome } })
    }
    return this.start(scope, { kind: 'restore', input: { targets: roots, toHome, ...(onConflict && { onConflict }) } })
  }

  /** Trashing: selections of more than 500 items. Purging: trees of more than 500; listed items are hidden at once. */
  async remove(scope: Scope, input: RemoveInput): Promise<OperationRow | null> {
    allow(scope, 'trash')
    const { toTrash, toPurge } = splitRemoval(scope, input)
    if (toTrash?.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    const targets = toPurge ?? toTrash
    if (!targets || !(toPurge || toTrash?.selection)) return null
    const selected = await resolveSelection(this.db, scope, targets)
    for (const item of selected.items) allow(scope, 'trash', { id: item.id, owner_id: scope.ownerId })
    const many = toPurge
      ? await treesExceedBulkThreshold(this.db, selected)
      : await exceedsBulkThreshold(this.db, selected)
    if (!many) return null
    if (!toPurge) return this.start(scope, { kind: 'trash', input: { targets } })
    if (toPurge.items) await this.trash.markAllTrashed(scope, { toTrash, toPurge })
    return this.startPurge(scope, targets)
  }

  /** As `Trash.dump`, of trees with more than 500 items. */
  async dump(scope: Scope, until?: string): Promise<OperationRow | null> {
    allow(scope, 'purge')
    const targets = wholeTrash(until)
    if (!(await treesExceedBulkThreshold(this.db, await resolveSelection(this.db, scope, targets)))) return null
    return this.startPurge(scope, targets)
  }

  /**
   * Lists the items before the response, so that items which enter the folder or the trash later are not deleted. `remove`
   * has just trashed the listed items; one that is active was restored meanwhile.
   */
  private async startPurge(scope: Scope, targets: TargetItems): Promise<OperationRow> {
    const row = await this.db.transaction(async (tx) => {
      const op = await this.operations.create(scope, { kind: 'purge', input: { targets } }, tx)
      await writeList(tx, op.id, { trashedOnly: targets.items !== undefined })
      return this.operations.find(scope, op.id, tx)
    })
    await this.operations.enqueue(row.id)
    return row
  }

  private async start(scope: Scope, operation: Parameters<Operations['create']>[1]): Promise<OperationRow> {
    const row = await this.operations.create(scope, operation)
    await this.operations.enqueue(row.id)
    return row
  }
}
