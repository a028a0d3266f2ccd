import { pageNumber } from '../../shared/contract.ts'

/** The number of the page that an address asks for, from 1. */
export const readListPage = (search: Record<string, string>): number => pageNumber(search.page)

interface ListPage {
  page: number
  perPage: number
  total: number
}

/** Addresses of the neighbouring pages of a list at `path`; null: there is none. `first`: position of its first row. */
export const listLinks = (path: string, { page, perPage, total }: ListPage) => ({
  first: (page - 1) * perPage,
  previous: page > 1 ? `${path}?page=${page - 1}` : null,
  next: page * perPage < total ? `${path}?page=${page + 1}` : null,
})
