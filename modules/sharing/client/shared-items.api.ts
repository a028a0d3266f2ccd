import type { Sorting } from '../../shared/contract.ts'
import { call } from '../../web/ui.ts'
import { browseSharedItems } from '../contract.ts'

/** A page of the shared items: by cursor, from a position, or around one item. */
export const fetchSharedItems = async (
  { field: sort, direction }: Sorting,
  where: { cursor: string } | { at: number } | { around: string },
  size: number,
) => {
  const { data, meta } = await call(browseSharedItems, { query: { per_page: size, sort, direction, ...where } })
  return {
    items: data.map(({ data }) => data),
    total: meta.paginate.total,
    next: meta.paginate.nextCursor,
    from: meta.paginate.from ?? 0,
  }
}
