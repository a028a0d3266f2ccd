import { call } from '../../web/ui.ts'
import { browseShared } from '../contract.ts'

/** A page of the list of shared items, by cursor, from a position or around one item. */
export const sharedPage = async (where: { cursor: string } | { at: number } | { around: string }, size: number) => {
  const { data, meta } = await call(browseShared, { query: { per_page: size, ...where } })
  return {
    items: data.map(({ data }) => data),
    total: meta.paginate.total,
    next: meta.paginate.nextCursor,
    from: meta.paginate.from ?? 0,
  }
}
