import type { Item } from '../../storage/contract.ts'

/** Loaded rows of a list; `cursor`: of the next page, null: all are loaded. */
export interface LoadedList<Row extends { id: string }> {
  items: Row[]
  cursor: string | null
}

/** Loaded items that this browser sent. */
export type UploadedList = LoadedList<Item>

/**
 * Merges a fresh first page into the loaded rows: later rows stay, and so do changes since the page was requested
 * (`before`: the ids loaded at that time, in the list's order).
 */
export const mergePage = <Row extends { id: string }>(
  loaded: LoadedList<Row>,
  before: ReadonlySet<string>,
  page: LoadedList<Row>,
): LoadedList<Row> => {
  const loadedIds = new Set(loaded.items.map(({ id }) => id))
  const pageIds = new Set(page.items.map(({ id }) => id))
  const fresh = page.items.filter(({ id }) => loadedIds.has(id) || !before.has(id))
  const newer = loaded.items.filter(({ id }) => !before.has(id) && !pageIds.has(id))
  const order = [...before]
  const end = order.indexOf(page.items.at(-1)?.id ?? '')
  // The only page, or one that ends beyond the loaded rows: missing rows were deleted or are on a later page.
  if (page.cursor === null || end < 0) return { items: [...newer, ...fresh], cursor: page.cursor }
  // Rows above the page's last one that are missing from it were deleted.
  const later = new Set(order.slice(end + 1))
  const further = loaded.items.filter(({ id }) => later.has(id) && !pageIds.has(id))
  return { items: [...newer, ...fresh, ...further], cursor: loaded.cursor }
}

/** Appends the next page, without rows that new rows have moved onto it. */
export const appendPage = <Row extends { id: string }>(
  loaded: LoadedList<Row>,
  page: LoadedList<Row>,
): LoadedList<Row> => {
  const loadedIds = new Set(loaded.items.map(({ id }) => id))
  return { items: [...loaded.items, ...page.items.filter(({ id }) => !loadedIds.has(id))], cursor: page.cursor }
}
