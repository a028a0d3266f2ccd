import type { Item } from '../../storage/contract.ts'

/** Loaded items that this browser sent; `cursor`: of the next page, null: all are loaded. */
export interface UploadedList {
  items: Item[]
  cursor: string | null
}

/**
 * Merges a fresh first page into the loaded items: later rows stay, and so do changes since the page was requested
 * (`before`: the ids loaded at that time).
 */
export const mergePage = (known: UploadedList, before: ReadonlySet<string>, page: UploadedList): UploadedList => {
  const shown = new Set(known.items.map(({ id }) => id))
  const listed = new Set(page.items.map(({ id }) => id))
  const fresh = page.items.filter(({ id }) => shown.has(id) || !before.has(id))
  const newer = known.items.filter(({ id }) => !before.has(id) && !listed.has(id))
  // If it is the only page, or shares no item with the list, missing items were deleted or are on a later page.
  const joins = page.cursor !== null && page.items.some(({ id }) => before.has(id))
  if (!joins) return { items: [...newer, ...fresh], cursor: page.cursor }
  const further = known.items.filter(({ id }) => before.has(id) && !listed.has(id))
  return { items: [...newer, ...fresh, ...further], cursor: known.cursor }
}

/** Appends the next page, without items that new rows have moved onto it. */
export const appendPage = (known: UploadedList, page: UploadedList): UploadedList => {
  const shown = new Set(known.items.map(({ id }) => id))
  return { items: [...known.items, ...page.items.filter(({ id }) => !shown.has(id))], cursor: page.cursor }
}
