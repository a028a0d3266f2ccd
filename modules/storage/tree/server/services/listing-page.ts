import { type Db, perPageOf, rejectTooManyForOnePage } from '../../../../platform/index.ts'
import type { FolderQuery } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { readListCursor } from './cursor.ts'
import { itemStartingWith } from './item-starting-with.ts'
import { offsetOf, rowAtOffset } from './list-offset.ts'
import { type ListedRow, listPage } from './list-page.ts'
import type { ListedView } from './list-range.ts'
import { type SortedPage, startOfListPage } from './paginate.ts'
import { countExcluded } from './root-exclusions.ts'
import type { ListOrder } from './sorting.ts'

interface ListingRequest {
  view: ListedView
  /** Rows of the list; null: read from the owner's counters. */
  total: number | null
  order: ListOrder
  query: FolderQuery
  /** The caller, whose favorites are marked; null for visitors. */
  actor: string | null
}

const countRows = async (db: Db, view: ListedView): Promise<number> => {
  const column = view.kind === 'trash' ? 'trash_count' : 'root_count'
  const [row] = await db.query<{ n: number }>(
    `select ${view.kind === 'root' ? `${column} - ${countExcluded('$1')}` : column} as n from usage where user_id = $1`,
    [view.owner],
    `storage.total.${column}`,
  )
  return Math.max(row?.n ?? 0, 0)
}

const firstOffset = async (db: Db, { view, order, query }: ListingRequest, perPage: number): Promise<number> => {
  const { around, starting_with: beginning } = query
  if (around === undefined && beginning === undefined) return startOfListPage(query, perPage)
  const id = around ?? (await itemStartingWith(db, view, beginning ?? ''))
  const offset = id === null ? null : await offsetOf(db, view, order, id)
  if (offset === null) throw storageErrors.fail('item-not-found')
  return Math.max(offset - (perPage >> 1), 0)
}

/**
 * Reads the page that `cursor`, `at`, `around`, `starting_with` or `page` of the query names. 404 when the item of the third
 * or fourth is not in the list, 422 for an invalid cursor or page.
 */
export const readListingPage = async (db: Db, request: ListingRequest): Promise<SortedPage<ListedRow>> => {
  const { view, order, query, actor } = request
  const total = request.total ?? (await countRows(db, view))
  rejectTooManyForOnePage(query, total)
  const perPage = perPageOf(query)
  const base = { view, order, actor, count: perPage + 1 }
  if (query.cursor !== undefined) {
    const cursor = readListCursor(query.cursor, order)
    const rows = await listPage(db, { ...base, boundary: cursor, backward: cursor.backward })
    const more = rows.length > perPage
    const kept = rows.slice(0, perPage)
    if (!cursor.backward) return { rows: kept, total, perPage, from: cursor.position, before: true, after: more }
    const from = more ? Math.max(cursor.position - kept.length, 0) : 0
    return { rows: kept.reverse(), total, perPage, from, before: more, after: true }
  }
  const from = await firstOffset(db, request, perPage)
  const boundary = from > 0 ? await rowAtOffset(db, view, order, from, total) : null
  if (from > 0 && !boundary) return { rows: [], total, perPage, from, before: total > 0, after: false }
  const rows = await listPage(db, { ...base, boundary, inclusive: true })
  return { rows: rows.slice(0, perPage), total, perPage, from, before: from > 0, after: rows.length > perPage }
}
