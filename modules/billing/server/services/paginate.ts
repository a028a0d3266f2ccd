import type { Paginate } from '../../../shared/contract.ts'

export interface PageOf {
  total: number
  page: number
  perPage: number
  nextCursor: string | null
}

/** `meta.paginate` of a list. */
export const paginate = ({ total, page, perPage, nextCursor }: PageOf): Paginate => ({
  currentPage: page,
  lastPage: Math.max(1, Math.ceil(total / perPage)),
  perPage,
  total,
  nextCursor,
})
