import type { ListState, PageOf } from '../../billing/contract.ts'

/** Filter → value; values of other types are left out of the URL. */
export type FilterValues = Readonly<Record<string, string | undefined>>

/** URL of the list at `path` with `filters`, at its first page or at another position. */
export const listHref = (
  path: string,
  filters: FilterValues,
  position: { cursor?: string; from?: number } = {},
): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filters, cursor: position.cursor }))
    if (value) params.set(name, value)
  if (position.cursor && position.from) params.set('from', String(position.from))
  return params.size > 0 ? `${path}?${params}` : path
}

/** Positions of the rows on a list's page, and the URLs of the pages before and after; null: there is none. */
export const listLinks = (
  path: string,
  { cursor: _, from = 0, ...filters }: ListState<object>,
  { rows, total, totalIsMinimum, perPage, nextCursor, prevCursor }: PageOf<unknown>,
) => {
  const hrefAt = (to: string | null, position: number) =>
    to && listHref(path, filters as FilterValues, { cursor: to, from: position })
  return {
    first: from,
    shown: rows.length,
    total,
    isMinimum: totalIsMinimum,
    previous: hrefAt(prevCursor, Math.max(0, from - perPage)),
    next: hrefAt(nextCursor, from + rows.length),
  }
}
