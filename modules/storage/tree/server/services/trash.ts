import type { Db, Tx } from '../../../../platform/index.ts'
import type { ItemRef } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import type { Scope } from '../scope.ts'
import { markTrashed } from './mark-trashed.ts'
import type { Purge } from './purge.ts'
import { selectedIds, selectedRefs, selectionOfIds, topmostOnly } from './selected-ids.ts'
import { resolveSelection, type SelectedItems, type TargetItems } from './selection.ts'
import { trashedUntil } from './still-trashed.ts'
import { lockTree, raiseSelectionTimeout } from './tree-lock.ts'

export interface RemoveInput {
  items?: readonly { id: string; type: string; force_delete?: boolean }[]
  selection?: TargetItems['selection']
  /** True: deletes all of them permanently. */
  force_delete?: boolean
}

/** Items to trash, and items to delete permanently. */
interface RemovalTargets {
  toTrash: TargetItems | null
  toPurge: TargetItems | null
}

/** Runs in the transaction, before items are trashed. Resolves with their `trashed_at`; null: the current time. */
type BeforeTrashing = (tx: Tx, selected: SelectedItems) => Promise<Date | null>

/** Result of trashing items: the items and their `trashed_at`. */
export interface TrashedItems {
  items: ItemRef[]
  at: Date
}

/** Moves items to the trash or deletes them permanently. */
export class Trash {
  private readonly db: Db
  private readonly purge: Purge
  constructor(db: Db, purge: Purge) {
    this.db = db
    this.purge = purge
  }

  /**
   * Trashes items; items with `force_delete` are deleted permanently. Only the owner may do the latter: items of other
   * callers are trashed (D21). Trashing changes one row per item, regardless of its tree. All or none: 404 when an
   * item is outside the scope, or already in the trash and not forced. Resolves with the `trashed_at` set, or null.
   */
  async remove(scope: Scope, input: RemoveInput, before?: BeforeTrashing): Promise<Date | null> {
    allow(scope, 'trash')
    const { at, purgeIds } = await this.markAllTrashed(scope, splitRemoval(scope, input), before)
    if (purgeIds.length > 0) await this.purgeTrashed(scope, purgeIds, await this.db.now())
    return at
  }

  /** Trashes items; the result lets `Restore.undoRemoval` undo it. Null when there was nothing to trash. */
  async moveToTrash(scope: Scope, targets: TargetItems): Promise<TrashedItems | null> {
    return this.db.transaction((tx) => this.moveToTrashIn(tx, scope, targets))
  }

  /** As `moveToTrash`, within a transaction. */
  async moveToTrashIn(tx: Tx, scope: Scope, targets: TargetItems): Promise<TrashedItems | null> {
    allow(scope, 'trash')
    if (targets.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    await scope.lockPermission?.(tx)
    await lockTree(tx, scope.ownerId)
    await raiseSelectionTimeout(tx, targets.selection)
    const selected = topmostOnly(await this.requireActive(tx, scope, targets))
    const items = await selectedRefs(tx, selected)
    const at = await markTrashed(tx, scope, selected)
    return at && { items, at }
  }

  /** Trashes both kinds of targets in one transaction, so that items to purge are hidden at once. */
  async markAllTrashed(
    scope: Scope,
    { toTrash, toPurge }: RemovalTargets,
    before?: BeforeTrashing,
  ): Promise<{ at: Date | null; purgeIds: string[] }> {
    if (toTrash?.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    const purgeIds: string[] = []
    const at = await this.db.transaction(async (tx) => {
      await scope.lockPermission?.(tx)
      await lockTree(tx, scope.ownerId)
      await raiseSelectionTimeout(tx, toTrash?.selection ?? toPurge?.selection)
      const trashed = toTrash && (await this.requireActive(tx, scope, toTrash))
      const purged = toPurge && requireAllowed(scope, await resolveSelection(tx, scope, toPurge))
      if (purged) {
        purgeIds.push(...(await selectedIds(tx, purged)))
        await markTrashed(tx, scope, selectionOfIds(purgeIds))
      }
      if (!trashed) return null
      const selected = topmostOnly(trashed)
      return markTrashed(tx, scope, selected, (await before?.(tx, selected)) ?? null)
    })
    return { at, purgeIds }
  }

  private async requireActive(tx: Tx, scope: Scope, targets: TargetItems): Promise<SelectedItems> {
    const selected = requireAllowed(scope, await resolveSelection(tx, scope, targets))
    if (selected.items.some((item) => item.trashed || item.in_trashed_folder))
      throw storageErrors.fail('item-not-found')
    return selected
  }

  /** Purges the items that are in the owner's trash now, or were `until` then, but no items trashed meanwhile. */
  async dump(scope: Scope, until?: string): Promise<void> {
    allow(scope, 'purge')
    const latest = until ?? (await this.db.now())
    const selected = await resolveSelection(this.db, scope, wholeTrash(until))
    await this.purgeTrashed(scope, await selectedIds(this.db, selected), latest)
  }

  private purgeTrashed(scope: Scope, ids: string[], until: Date | string): Promise<void> {
    return this.purge.trees(scope, ids, { stillTrashed: trashedUntil(until) })
  }
}

/** Target: all items in the trash, or the items trashed until then. */
export const wholeTrash = (until?: string): TargetItems => ({
  selection: { view: 'trash', parent_id: null, except: [], ...(until && { until }) },
})

const requireAllowed = (scope: Scope, selected: SelectedItems): SelectedItems => {
  for (const { id } of selected.items) allow(scope, 'trash', { id, owner_id: scope.ownerId })
  return selected
}

/** Splits items into ones to trash and ones to purge, by the request and the caller's permission. */
export const splitRemoval = (scope: Scope, { items, selection, force_delete }: RemoveInput): RemovalTargets => {
  if (Boolean(items) === Boolean(selection)) throw storageErrors.fail('items-or-selection')
  const owner = scope.permission === 'owner'
  const forced = (item: { force_delete?: boolean }) => owner && (force_delete === true || item.force_delete === true)
  if (selection)
    return forced({}) ? { toTrash: null, toPurge: { selection } } : { toTrash: { selection }, toPurge: null }
  const [toPurge, toTrash] = [(items ?? []).filter(forced), (items ?? []).filter((item) => !forced(item))]
  return {
    toTrash: toTrash.length > 0 ? { items: toTrash } : null,
    toPurge: toPurge.length > 0 ? { items: toPurge } : null,
  }
}
