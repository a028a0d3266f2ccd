import type { Db } from '../../../../platform/index.ts'
import { systemScope } from '../scope.ts'
import { markTrashed } from './mark-trashed.ts'
import type { Purge } from './purge.ts'
import { selectionOfIds } from './selected-ids.ts'
import { lockTree } from './tree-lock.ts'

/** Trees per round. */
const batchSize = 100

const rootsSql = `select id from items where owner_id = $1 and (parent_id is null or trashed_at is not null)
  order by id limit ${batchSize}`

/**
 * Purges everything that an account owns, in small transactions; a stop half-way leaves the rest for the next call. The
 * account must not be able to store anything meanwhile.
 */
export const purgeAccount = async (db: Db, purge: Purge, ownerId: string): Promise<void> => {
  const scope = systemScope(ownerId)
  let before = ''
  for (;;) {
    const ids = (await db.query<{ id: string }>(rootsSql, [ownerId])).map(({ id }) => id)
    if (ids.length === 0) break
    if (ids.join() === before) throw new Error('items of the account were not purged')
    before = ids.join()
    await db.transaction(async (tx) => {
      await lockTree(tx, ownerId)
      await markTrashed(tx, scope, selectionOfIds(ids))
    })
    await purge.trees(scope, ids)
  }
  // Nothing is left that they could be added to.
  await db.query('delete from folder_size_deltas where owner_id = $1', [ownerId])
}
