import type { Db, Tx } from '../../../../platform/index.ts'
import type { ItemRef } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import type { Scope } from '../scope.ts'
import { throwAway } from './mark-trashed.ts'
import type { Purge } from './purge.ts'
import { idsOf, onlyIds, refsOf, withoutNested } from './selected-ids.ts'
import { type Chosen, choose, type Which } from './selection.ts'
import { allowTime, lockTree } from './tree-lock.ts'

export interface RemoveInput {
  items?: readonly { id: string; type: string; force_delete?: boolean }[]
  selection?: Which['selection']
  /** For ever, for each of them. */
  force_delete?: boolean
}

/** What goes to the trash, and what goes for ever. */
interface Parted {
  soft: Which | null
  hard: Which | null
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
    const { at, doomed } = await this.hide(scope, split(scope, input))
    await this.purge.trees(scope, doomed)
    return at
  }

  /** To the trash, with what the doer needs to take it back (`Restore.takeBack`). Null when there was nothing. */
  async throwAway(scope: Scope, which: Which): Promise<Removal | null> {
    allow(scope, 'trash')
    if (which.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    return this.db.transaction(async (tx) => {
      await lockTree(tx, scope.ownerId)
      await allowTime(tx, which.selection)
      const chosen = withoutNested(await this.live(tx, scope, which))
      const items = await refsOf(tx, chosen)
      const at = await throwAway(tx, scope, chosen)
      return at && { items, at }
    })
  }

  /** Out of sight, in one transaction: to the trash what goes there, and what is to go for ever as well. */
  async hide(scope: Scope, { soft, hard }: Parted): Promise<{ at: Date | null; doomed: string[] }> {
    if (soft?.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    const doomed: string[] = []
    const at = await this.db.transaction(async (tx) => {
      await lockTree(tx, scope.ownerId)
      await allowTime(tx, soft?.selection ?? hard?.selection)
      const softly = soft && (await this.live(tx, scope, soft))
      const hardly = hard && allowed(scope, await choose(tx, scope, hard))
      if (hardly) {
        doomed.push(...(await idsOf(tx, hardly)))
        await throwAway(tx, scope, onlyIds(doomed))
      }
      return softly ? throwAway(tx, scope, withoutNested(softly)) : null
    })
    return { at, doomed }
  }

  private async live(tx: Tx, scope: Scope, which: Which): Promise<Chosen> {
    const chosen = allowed(scope, await choose(tx, scope, which))
    if (chosen.standings.some((item) => item.trashed || item.buried)) throw storageErrors.fail('item-not-found')
    return chosen
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

const allowed = (scope: Scope, chosen: Chosen): Chosen => {
  for (const { id } of chosen.standings) allow(scope, 'trash', { id, owner_id: scope.ownerId })
  return chosen
}

/** Those for the trash and those for ever, by what was asked and what the caller may. */
export const split = (scope: Scope, { items, selection, force_delete }: RemoveInput): Parted => {
  if (Boolean(items) === Boolean(selection)) throw storageErrors.fail('items-or-selection')
  const owner = scope.permission === 'owner'
  const forced = (item: { force_delete?: boolean }) => owner && (force_delete === true || item.force_delete === true)
  if (selection) return forced({}) ? { soft: null, hard: { selection } } : { soft: { selection }, hard: null }
  const [hard, soft] = [(items ?? []).filter(forced), (items ?? []).filter((item) => !forced(item))]
  return { soft: soft.length > 0 ? { items: soft } : null, hard: hard.length > 0 ? { items: hard } : null }
}
