import type { Sql, Tx } from '../../modules/platform/index.ts'
import { lockNames, lockTree } from '../../modules/storage/tree/index.ts'
import { poll } from './poll.ts'

/** Resolves when so many statements of this database wait for locks that other transactions hold. */
export const waitsForLock = (db: Sql, statements = 1): Promise<unknown> =>
  poll(async () => {
    const waiting = await db.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return waiting.length >= statements
  })

/** Holds the locks that a move of the owner's items holds, until the transaction ends. */
export const lockItems = async (tx: Tx, ownerId: string): Promise<void> => {
  await lockTree(tx, ownerId)
  await lockNames(tx, ownerId)
}
