import type { Db } from '../../../../platform/index.ts'
import { systemScope } from '../scope.ts'
import { clearCreator } from './clear-creator.ts'
import { markTrashed } from './mark-trashed.ts'
import type { Purge } from './purge.ts'
import { selectionOfIds } from './selected-ids.ts'
import { lockTree } from './tree-lock.ts'

/** Trees per round. */
const batchSize = 100

/** Conditions with the order of the index that has these items only: it makes the planner use that index. */
const parts = [
  ['parent_id is null and trashed_at is null', 'is_folder, created_at, id'],
  ['trashed_at is not null and merged_by is null', 'is_folder, created_at, id'],
  ['trashed_at is not null and merged_by is not null', 'merged_by'],
]

/** Some trees of an owner, of the root, of the trash and merged ones. `or` would read all items of the account each time. */
export const accountRootsSql = `${parts
  .map(([only, order]) => `(select id from items where owner_id = $1 and ${only} order by ${order} limit ${batchSize})`)
  .join(' union all ')} limit ${batchSize}`

/**
 * Purges everything that an account owns and clears it as the creator of items of other owners, in small transactions; a
 * stop half-way, as when `signal` is aborted, leaves the rest for the next call. The account must not be able to store
 * anything meanwhile.
 */
export const purgeAccount = async (db: Db, purge: Purge, ownerId: string, signal?: AbortSignal): Promise<void> => {
  const scope = systemScope(ownerId)
  let before = ''
  for (;;) {
    const ids = (await db.query<{ id: string }>(accountRootsSql, [ownerId])).map(({ id }) => id)
    if (ids.length === 0) break
    if (ids.join() === before) throw new Error('items of the account were not purged')
    before = ids.join()
    await db.transaction(async (tx) => {
      await lockTree(tx, ownerId)
      await markTrashed(tx, scope, selectionOfIds(ids))
    })
    await purge.trees(scope, ids, { signal })
  }
  await clearCreator(db, ownerId)
  // Nothing is left that they could be added to.
  await db.query('delete from folder_size_deltas where owner_id = $1', [ownerId])
}
