import type { Item } from '../../storage/contract.ts'

/** What a browser knows of what it sent; `cursor`: where the rest of it begins on the server, null: this is all. */
export interface UploadedList {
  items: Item[]
  cursor: string | null
}

/**
 * The first page as it came, put together with what is known: rows further down stay, and so does what came or went since
 * the page was asked for (`before`: the ids that were known then).
 */
export const mergePage = (known: UploadedList, before: ReadonlySet<string>, page: UploadedList): UploadedList => {
  const shown = new Set(known.items.map(({ id }) => id))
  const listed = new Set(page.items.map(({ id }) => id))
  const fresh = page.items.filter(({ id }) => shown.has(id) || !before.has(id))
  const newer = known.items.filter(({ id }) => !before.has(id) && !listed.has(id))
  // With all on one page, or nothing in common with it, what it does not name is gone or stands on a later page.
  const joins = page.cursor !== null && page.items.some(({ id }) => before.has(id))
  if (!joins) return { items: [...newer, ...fresh], cursor: page.cursor }
  const further = known.items.filter(({ id }) => before.has(id) && !listed.has(id))
  return { items: [...newer, ...fresh, ...further], cursor: known.cursor }
}

/** What is known, with the next page at its end; rows that came before it push others onto it a second time. */
export const appendPage = (known: UploadedList, page: UploadedList): UploadedList => {
  const shown = new Set(known.items.map(({ id }) => id))
  return { items: [...known.items, ...page.items.filter(({ id }) => !shown.has(id))], cursor: page.cursor }
}
