import type { Db } from '../../modules/platform/index.ts'
import { poll } from './poll.ts'

/** Waits until no advisory lock of this database is held: a lock is released a moment after its request's response. */
export const locksReleased = (db: Db): Promise<unknown> =>
  poll(async () => {
    const held = await db.query(
      `select 1 from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return held.length === 0
  })
