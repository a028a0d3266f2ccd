import type { Sql } from '../../modules/platform/index.ts'
import { poll } from './poll.ts'

/** Resolves when a statement of this database waits for a lock that another transaction holds. */
export const waitsForLock = (db: Sql): Promise<unknown> =>
  poll(async () => {
    const waiting = await db.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return waiting.length > 0
  })
