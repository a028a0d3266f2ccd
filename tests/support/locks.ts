import type { Sql } from '../../modules/platform/index.ts'
import { poll } from './poll.ts'

/** Resolves when so many statements of this database wait for locks that other transactions hold. */
export const waitsForLock = (db: Sql, statements = 1): Promise<unknown> =>
  poll(async () => {
    const waiting = await db.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return waiting.length >= statements
  })
