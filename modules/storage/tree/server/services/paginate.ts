import { startOfPage } from '../../../../platform/index.ts'
import type { Paginate } from '../../../../shared/contract.ts'
import type { FolderQuery } from '../../contract.ts'
import { type ListBoundary, writeListCursor } from './cursor.ts'
import type { ListOrder } from './sorting.ts'

export interface SortedRow {
  id: string
  is_folder: boolean
  sort_key: string
}

/** A page of a sorted list. `from`: offset (from 0) of its first row; `before`, `after`: whether other rows exist there. */
export interface SortedPage<Row extends SortedRow> {
  rows: Row[]
  total: number
  perPage: number
  from: number
  before: boolean
  after: boolean
}

/** Offset of the first row: `at`, else where the page begins. 422 `invalid-page` for an invalid page number. */
export const startOfListPage = (query: FolderQuery, perPage: number): number => query.at ?? startOfPage(query, perPage)

const boundaryOf = (row: SortedRow): ListBoundary => ({ isFolder: row.is_folder, key: row.sort_key, id: row.id })

/** `meta.paginate` of a page. */
export const paginateOf = <Row extends SortedRow>(order: ListOrder, page: SortedPage<Row>): Paginate => {
  const { rows, total, perPage, from } = page
  const [first, last] = [rows[0], rows.at(-1)]
  const next = page.after && last ? { ...boundaryOf(last), backward: false, position: from + rows.length } : null
  const previous = page.before && first ? { ...boundaryOf(first), backward: true, position: from } : null
  return {
    currentPage: Math.floor(from / perPage) + 1,
    lastPage: Math.max(1, Math.ceil(total / perPage)),
    perPage,
    total,
    nextCursor: next && writeListCursor({ order, ...next }),
    prevCursor: previous && writeListCursor({ order, ...previous }),
    from,
  }
}
