import type { Db, Tx } from '../../../../platform/index.ts'
import type { ItemRef } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import type { Scope } from '../scope.ts'
import { markTrashed } from './mark-trashed.ts'
import type { Purge } from './purge.ts'
import { selectedIds, selectedRefs, selectionOfIds, topmostOnly } from './selected-ids.ts'
import { resolveSelection, type SelectedItems, type TargetItems } from './selection.ts'
import { allowTime, lockTree } from './tree-lock.ts'

export interface RemoveInput {
  items?: readonly { id: string; type: string; force_delete?: boolean }[]
  selection?: TargetItems['selection']
  /** For ever, for each of them. */
  force_delete?: boolean
}

/** What goes to the trash, and what goes for ever. */
interface RemovalTargets {
  toTrash: TargetItems | null
  toPurge: TargetItems | null
}

/** One deed that brought items to the trash: what of them it was, and the time they carry. */
export interface Removal {
  items: ItemRef[]
  at: Date
}

/** The way into the trash, and past it. */
export class Trash {
  private readonly db: Db
  private readonly purge: Purge
  constructor(db: Db, purge: Purge) {
    this.db = db
    this.purge = purge
  }

  /**
   * To the trash, or for ever where `force_delete` says so. The latter is the owner's right: others' removals go to
   * the trash whatever they ask (API.md D21). One row changes per item, however large its tree. All or nothing: 404
   * when one is out of reach, or already in the trash and not forced. Answers the `deleted_at` given; null when none.
   */
  async remove(scope: Scope, input: RemoveInput): Promise<Date | null> {
    allow(scope, 'trash')
    const { at, purgeIds } = await this.markAllTrashed(scope, splitRemoval(scope, input))
    await this.purge.trees(scope, purgeIds)
    return at
  }

  /** To the trash, with what the doer needs to take it back (`Restore.takeBack`). Null when there was nothing. */
  async moveToTrash(scope: Scope, targets: TargetItems): Promise<Removal | null> {
    allow(scope, 'trash')
    if (targets.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    return this.db.transaction(async (tx) => {
      await lockTree(tx, scope.ownerId)
      await allowTime(tx, targets.selection)
      const selected = topmostOnly(await this.live(tx, scope, targets))
      const items = await selectedRefs(tx, selected)
      const at = await markTrashed(tx, scope, selected)
      return at && { items, at }
    })
  }

  /** Out of sight, in one transaction: to the trash what goes there, and what is to go for ever as well. */
  async markAllTrashed(
    scope: Scope,
    { toTrash, toPurge }: RemovalTargets,
  ): Promise<{ at: Date | null; purgeIds: string[] }> {
    if (toTrash?.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    const purgeIds: string[] = []
    const at = await this.db.transaction(async (tx) => {
      await lockTree(tx, scope.ownerId)
      await allowTime(tx, toTrash?.selection ?? toPurge?.selection)
      const softly = toTrash && (await this.live(tx, scope, toTrash))
      const hardly = toPurge && allowed(scope, await resolveSelection(tx, scope, toPurge))
      if (hardly) {
        purgeIds.push(...(await selectedIds(tx, hardly)))
        await markTrashed(tx, scope, selectionOfIds(purgeIds))
      }
      return softly ? markTrashed(tx, scope, topmostOnly(softly)) : null
    })
    return { at, purgeIds }
  }

  private async live(tx: Tx, scope: Scope, targets: TargetItems): Promise<SelectedItems> {
    const selected = allowed(scope, await resolveSelection(tx, scope, targets))
    if (selected.items.some((item) => item.trashed || item.in_trashed_folder))
      throw storageErrors.fail('item-not-found')
    return selected
  }

  /** Empties the owner's trash: what is in it now, not what comes meanwhile. */
  async dump(scope: Scope): Promise<void> {
    allow(scope, 'purge')
    const rows = await this.db.query<{ id: string }>(
      'select id from items where owner_id = $1 and trashed_at is not null',
      [scope.ownerId],
    )
    await this.purge.trees(
      scope,
      rows.map(({ id }) => id),
    )
  }
}

const allowed = (scope: Scope, selected: SelectedItems): SelectedItems => {
  for (const { id } of selected.items) allow(scope, 'trash', { id, owner_id: scope.ownerId })
  return selected
}

/** Those for the trash and those for ever, by what was asked and what the caller may. */
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
