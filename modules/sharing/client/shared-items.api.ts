import { type ListSorting, sortQueryOf } from '../../storage/contract.ts'
import { call } from '../../web/ui.ts'
import { browseSharedItems } from '../contract.ts'

/** A page of the shared items: by cursor, from a position, or around one item. */
export const fetchSharedItems = async (
  sorting: ListSorting,
  where: { cursor: string } | { at: number } | { around: string },
  size: number,
) => {
  const { data, meta } = await call(browseSharedItems, { query: { per_page: size, ...sortQueryOf(sorting), ...where } })
  return {
    items: data.map(({ data }) => data),
    total: meta.paginate.total,
    next: meta.paginate.nextCursor,
    from: meta.paginate.from ?? 0,
  }
}
