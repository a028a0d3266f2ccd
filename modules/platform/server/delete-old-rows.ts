import type { Db } from './db/db.ts'
import type { Jobs } from './jobs/index.ts'

const batchSize = 1_000

interface OldRows {
  table: string
  /** Column with the time of a row; it needs an index. Ids are no substitute: a clock that was ahead orders them otherwise. */
  time: string
  days: number
  /** Old rows that are kept: a condition about `old`, with the values `$2` and so on. */
  kept?: { condition: string; values: readonly unknown[] }
}

/** Deletes rows that are older than `days`, in batches; returns how many. */
export const deleteOldRows = async (
  { db, jobs }: { db: Db; jobs: Jobs },
  { table, time, days, kept }: OldRows,
): Promise<number> => {
  let removed = 0
  const sql = `delete from ${table} where id = any(array(
      select id from ${table} old where ${time} < now() - make_interval(days => $1) and not (${kept?.condition ?? 'false'})
      order by ${time} limit ${batchSize}
    )) returning 1`
  await jobs.inBatches(async () => {
    const { length } = await db.query(sql, [days, ...(kept?.values ?? [])])
    removed += length
    return length === batchSize
  })
  return removed
}
