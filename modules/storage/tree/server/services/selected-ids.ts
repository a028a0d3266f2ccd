import type { Sql } from '../../../../platform/index.ts'
import type { ItemRef } from '../../contract.ts'
import type { SelectedItems } from './selection.ts'

/** A list of items whose standing is known already. */
export const selectionOfIds = (ids: string[]): SelectedItems => ({
  condition: (alias, first) => `${alias}.id = any($${first}::uuid[])`,
  values: [ids],
  ids,
  items: [],
})

/** Ids of all that was chosen, a selection's as well. */
export const selectedIds = async (sql: Sql, selected: SelectedItems): Promise<string[]> => {
  if (selected.ids.length > 0) return selected.ids
  const rows = await sql.query<{ id: string }>(
    `select i.id from items i where ${selected.condition('i', 1)}`,
    selected.values,
  )
  return rows.map(({ id }) => id)
}

/** The same with their types, as calls send them. */
export const selectedRefs = async (sql: Sql, selected: SelectedItems): Promise<ItemRef[]> => {
  const rows = await sql.query<{ id: string; is_folder: boolean }>(
    `select i.id, i.is_folder from items i where ${selected.condition('i', 1)}`,
    selected.values,
  )
  return rows.map(({ id, is_folder }) => ({ id, type: is_folder ? 'folder' : 'file' }))
}

/** A folder takes what is in it along; the same item named beside it goes with its folder. */
export const topmostOnly = (selected: SelectedItems): SelectedItems =>
  selected.items.some((item) => item.has_selected_ancestor)
    ? selectionOfIds(selected.items.filter((item) => !item.has_selected_ancestor).map(({ id }) => id))
    : selected
