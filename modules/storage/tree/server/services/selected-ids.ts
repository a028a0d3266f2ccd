import type { Sql } from '../../../../platform/index.ts'
import type { ItemRef } from '../../contract.ts'
import type { SelectedItems } from './selection.ts'

/** Selection of items that were already checked against the scope. */
export const selectionOfIds = (ids: string[]): SelectedItems => ({
  condition: (alias, first) => `${alias}.id = any($${first}::uuid[])`,
  values: [ids],
  ids,
  items: [],
})

/** Ids of all selected items, of a list and of a selection. */
export const selectedIds = async (sql: Sql, selected: SelectedItems): Promise<string[]> => {
  if (selected.ids.length > 0) return selected.ids
  const rows = await sql.query<{ id: string }>(
    `select i.id from items i where ${selected.condition('i', 1)}`,
    selected.values,
  )
  return rows.map(({ id }) => id)
}

/** Ids and types of all selected items. */
export const selectedRefs = async (sql: Sql, selected: SelectedItems): Promise<ItemRef[]> => {
  const rows = await sql.query<{ id: string; is_folder: boolean }>(
    `select i.id, i.is_folder from items i where ${selected.condition('i', 1)}`,
    selected.values,
  )
  return rows.map(({ id, is_folder }) => ({ id, type: is_folder ? 'folder' : 'file' }))
}

/** Drops items that have a selected ancestor, because they are part of its tree. */
export const topmostOnly = (selected: SelectedItems): SelectedItems =>
  selected.items.some((item) => item.has_selected_ancestor)
    ? selectionOfIds(selected.items.filter((item) => !item.has_selected_ancestor).map(({ id }) => id))
    : selected
