import { integer, oneOfAnyCase, optional, string } from './schema.ts'

export const defaultPerPage = 50
export const maxPerPage = 200
export const sortFields = ['name', 'created_at', 'updated_at', 'size', 'kind'] as const
export type SortField = (typeof sortFields)[number]
export type SortDirection = 'ASC' | 'DESC'
export interface Sorting {
  field: SortField
  direction: SortDirection
}
export const defaultSorting: Sorting = { field: 'created_at', direction: 'DESC' }

/** Direction of an order that names its field only: texts from A, times from the latest and amounts from the largest. */
export const firstDirection = (field: string): SortDirection =>
  /^(name|email|role|kind)$/.test(field) ? 'ASC' : 'DESC'

/** Query of every list (D4, D5). `sort` and `direction` are case-insensitive. */
export const listQuery = {
  /** A number from 1, or `all`. */
  page: optional(string({ maxLength: 10 })),
  cursor: optional(string({ maxLength: 600 })),
  per_page: optional(integer({ minimum: 1, maximum: maxPerPage })),
  sort: optional(oneOfAnyCase(sortFields)),
  direction: optional(oneOfAnyCase(['ASC', 'DESC'])),
}
