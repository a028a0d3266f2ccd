import type { Sql } from '../../../platform/index.ts'

/** Rows of each statement, by its name; $1 is the account. For the parts of an export. */
export const queryParts = async <Name extends string>(
  sql: Sql,
  parts: Readonly<Record<Name, string>>,
  userId: string,
): Promise<Record<Name, Record<string, unknown>[]>> => {
  const read = Object.entries<string>(parts).map(
    async ([name, text]) => [name, await sql.query(text, [userId])] as const,
  )
  return Object.fromEntries(await Promise.all(read)) as Record<Name, Record<string, unknown>[]>
}
