import type { ListState, PageOf } from '../../billing/index.ts'

/** Names of filters and their values; values of other types are not put into an address. */
export type Filters = Readonly<Record<string, string | undefined>>

/** The address of a list at `path` that is narrowed by `filters`, from its first page or another position. */
export const listHref = (path: string, filters: Filters, position: { cursor?: string; from?: number } = {}): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filters, cursor: position.cursor }))
    if (value) params.set(name, value)
  if (position.cursor && position.from) params.set('from', String(position.from))
  return params.size > 0 ? `${path}?${params}` : path
}

/** Which rows the page of a list at `path` shows, and the addresses of its neighbours; null: there is none. */
export const listLinks = (
  path: string,
  { cursor: _, from = 0, ...filters }: ListState<object>,
  { rows, total, totalIsMinimum, perPage, nextCursor, prevCursor }: PageOf<unknown>,
) => {
  const at = (to: string | null, position: number) =>
    to && listHref(path, filters as Filters, { cursor: to, from: position })
  return {
    first: from,
    shown: rows.length,
    total,
    isMinimum: totalIsMinimum,
    previous: at(prevCursor, Math.max(0, from - perPage)),
    next: at(nextCursor, from + rows.length),
  }
}
