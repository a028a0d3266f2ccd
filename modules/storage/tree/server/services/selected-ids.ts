import type { Sql } from '../../../../platform/index.ts'
import type { ItemRef } from '../../contract.ts'
import type { Chosen } from './selection.ts'

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

/** The same with their types, as calls send them. */
export const refsOf = async (sql: Sql, chosen: Chosen): Promise<ItemRef[]> => {
  const rows = await sql.query<{ id: string; is_folder: boolean }>(
    `select i.id, i.is_folder from items i where ${chosen.condition('i', 1)}`,
    chosen.values,
  )
  return rows.map(({ id, is_folder }) => ({ id, type: is_folder ? 'folder' : 'file' }))
}

/** A folder takes what is in it along; the same item named beside it goes with its folder. */
export const withoutNested = (chosen: Chosen): Chosen =>
  chosen.standings.some((item) => item.nested)
    ? onlyIds(chosen.standings.filter((item) => !item.nested).map(({ id }) => id))
    : chosen
