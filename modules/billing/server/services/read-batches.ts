import { type Db, newestFirst } from '../../../platform/index.ts'
import type { ListFilter } from './list-page.ts'

const defaultBatchSize = 5_000

/**
 * All rows of a list, newest first, in batches: a batch is read once the rows before it are used. `present` turns the
 * statement of the list (all columns of the table, and `at`) into one that returns the exported columns, in the same order.
 */
export async function* readBatches<Row extends { id: string; at: string }>(
  db: Db,
  { table, conditions, values }: ListFilter,
  present: (listSql: string) => string,
  batchSize = defaultBatchSize,
): AsyncGenerator<Row[]> {
  const n = values.length
  const where = [...conditions, newestFirst.after(n + 1)].join(' and ')
  const listSql = `select *, ${newestFirst.column} from ${table} t where ${where} order by ${newestFirst.order} limit $${n + 3}`
  for (let last: Row | undefined; ; ) {
    const rows: Row[] = await db.query(present(listSql), [...values, last?.at ?? null, last?.id ?? null, batchSize])
    yield rows
    last = rows.at(-1)
    if (!last || rows.length < batchSize) return
  }
}
