import type { Db } from './db/db.ts'
import type { Jobs } from './jobs/index.ts'

const batchSize = 1_000

interface OldRows {
  table: string
  /** Column with the time of a row; it needs an index that the condition can use. */
  time: string
  /** Which rows are deleted: a condition about `old`, with the values `$1` and so on. */
  condition: string
  values?: readonly unknown[]
}

/** Deletes rows in batches, the earliest rows first. Resolves with the number of deleted rows. */
export const deleteInBatches = async (
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'inBatches'> },
  { table, time, condition, values = [] }: OldRows,
): Promise<number> => {
  const sql = `delete from ${table} where ctid = any(array(
      select ctid from ${table} old where ${condition} order by ${time} limit ${batchSize}
    )) returning 1`
  let removed = 0
  await jobs.inBatches(async () => {
    const { length } = await db.query(sql, values)
    removed += length
    return length === batchSize
  })
  return removed
}
