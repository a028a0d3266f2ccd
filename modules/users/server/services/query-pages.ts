import type { Sql } from '../../../platform/index.ts'

/** Rows per statement. */
export const exportPageSize = 1_000

/** A list of rows in SQL. `from` ends with a `where` clause, in which $1 is the id of the account. */
export interface PagedQuery {
  columns: string
  from: string
  /** Expression → type. The expressions order the rows; together they are unique, and none is null. */
  key: Readonly<Record<string, string>>
}

const statementOf = ({ columns, from, key }: PagedQuery, { isContinued }: { isContinued: boolean }): string => {
  const expressions = Object.keys(key)
  const after = Object.values(key).map((type, index) => `$${index + 2}::${type}`)
  // As text: a Date has no microseconds.
  return `select ${columns}, array[${expressions.map((expression) => `(${expression})::text`)}] as page_key
    from ${from} ${isContinued ? `and (${expressions}) > (${after})` : ''} order by ${expressions} limit ${exportPageSize}`
}

/** Reads a list page by page, so that neither memory nor a transaction grows with it. Concurrent changes may be missing. */
export async function* queryPages<Row extends object>(
  sql: Sql,
  query: PagedQuery,
  userId: string,
): AsyncGenerator<Row> {
  for (let last: string[] = []; ; ) {
    const statement = statementOf(query, { isContinued: last.length > 0 })
    const rows = await sql.query<Row & { page_key: string[] }>(statement, [userId, ...last])
    last = rows.at(-1)?.page_key ?? []
    for (const { page_key: _, ...row } of rows) yield row as unknown as Row
    if (rows.length < exportPageSize) return
  }
}

/** Several lists of one account, by their names. */
export const pagedLists = (sql: Sql, queries: Readonly<Record<string, PagedQuery>>, userId: string) =>
  Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, queryPages<object>(sql, query, userId)]))
