import type { Sql } from '../../../platform/index.ts'
import type { Chosen } from './chosen.ts'

/** A list of items whose standing is known already. */
export const onlyIds = (ids: string[]): Chosen => ({
  condition: (alias, first) => `${alias}.id = any($${first}::uuid[])`,
  values: [ids],
  ids,
  standings: [],
})

/** Ids of all that was chosen, a selection's as well. */
export const idsOf = async (sql: Sql, chosen: Chosen): Promise<string[]> => {
  if (chosen.ids.length > 0) return chosen.ids
  const rows = await sql.query<{ id: string }>(
    `select i.id from items i where ${chosen.condition('i', 1)}`,
    chosen.values,
  )
  return rows.map(({ id }) => id)
}
