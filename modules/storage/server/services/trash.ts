import type { Db, Tx } from '../../../platform/index.ts'
import { addChildren, addTrashed } from '../counters.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import type { Scope } from '../scope.ts'
import { type Chosen, choose, type Which } from './chosen.ts'
import { idsOf, onlyIds } from './chosen-ids.ts'
import type { Purge } from './purge.ts'
import { allowTime, lockTree } from './tree-lock.ts'

export interface RemoveInput {
  items?: readonly { id: string; type: string; force_delete?: boolean }[]
  selection?: Which['selection']
  /** For ever, for each of them. */
  force_delete?: boolean
}

interface Trashed {
  parent_id: string | null
  n: number
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
    const { soft, hard } = split(scope, input)
    if (soft?.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    const doomed: string[] = []
    const at = await this.db.transaction(async (tx) => {
      await lockTree(tx, scope.payer)
      await allowTime(tx, input.selection)
      const softly = soft && (await choose(tx, scope, soft))
      const hardly = hard && (await choose(tx, scope, hard))
      for (const item of [...(softly?.standings ?? []), ...(hardly?.standings ?? [])])
        allow(scope, 'trash', { id: item.id, owner_id: scope.payer })
      if (softly?.standings.some((item) => item.trashed || item.buried)) throw storageErrors.fail('item-not-found')
      if (hardly) {
        doomed.push(...(await idsOf(tx, hardly)))
        await throwAway(tx, scope, onlyIds(doomed))
      }
      return softly ? throwAway(tx, scope, withoutNested(softly)) : null
    })
    await this.purge.trees(scope, doomed)
    return at
  }

  /** Empties the owner's trash: what is in it now, not what comes meanwhile. */
  async dump(scope: Scope): Promise<void> {
    allow(scope, 'purge')
    const rows = await this.db.query<{ id: string }>(
      'select id from items where owner_id = $1 and trashed_at is not null',
      [scope.payer],
    )
    await this.purge.trees(
      scope,
      rows.map(({ id }) => id),
    )
  }
}

const split = (
  scope: Scope,
  { items, selection, force_delete }: RemoveInput,
): { soft: Which | null; hard: Which | null } => {
  if (Boolean(items) === Boolean(selection)) throw storageErrors.fail('items-or-selection')
  const owner = scope.permission === 'owner'
  const forced = (item: { force_delete?: boolean }) => owner && (force_delete === true || item.force_delete === true)
  if (selection) return forced({}) ? { soft: null, hard: { selection } } : { soft: { selection }, hard: null }
  const [hard, soft] = [(items ?? []).filter(forced), (items ?? []).filter((item) => !forced(item))]
  return { soft: soft.length > 0 ? { items: soft } : null, hard: hard.length > 0 ? { items: hard } : null }
}

/** A folder takes what is in it along; the same item named beside it goes with its folder. */
const withoutNested = (chosen: Chosen): Chosen =>
  chosen.standings.some((item) => item.nested)
    ? onlyIds(chosen.standings.filter((item) => !item.nested).map(({ id }) => id))
    : chosen

const throwAway = async (tx: Tx, scope: Scope, chosen: Chosen): Promise<Date | null> => {
  // Whole milliseconds, so that the time on the wire names the deed exactly (undo).
  const gone = await tx.query<Trashed>(
    `with gone as (
       update items i set trashed_at = date_trunc('milliseconds', now())
       where i.owner_id = $1 and i.trashed_at is null and ${chosen.condition('i', 2)} returning i.parent_id, i.trashed_at
     ) select parent_id, count(*) as n, max(trashed_at) as at from gone group by parent_id order by parent_id`,
    [scope.payer, ...chosen.values],
  )
  const total = gone.reduce((sum, { n }) => sum + n, 0)
  if (total === 0) return null
  for (const { parent_id, n } of gone) await addChildren(tx, scope.payer, parent_id, -n)
  await addTrashed(tx, scope.payer, total)
  tx.emit('storage.items.trashed', {
    ownerId: scope.payer,
    actorId: scope.actor.userId,
    socketId: scope.actor.socketId ?? null,
    itemIds: chosen.ids,
    parentIds: gone.map(({ parent_id }) => parent_id),
  })
  return gone[0]?.at ?? null
}
