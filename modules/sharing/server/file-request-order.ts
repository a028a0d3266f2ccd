import { type RawBuilder, sql } from 'kysely'
import { isTimeKey, packCursor, startOfPage, unpackCursor } from '../../platform/index.ts'
import { firstDirection, isUuid, type SortDirection, type SortField } from '../../shared/contract.ts'
import { sharingErrors } from './errors.ts'

interface SortKey {
  /** SQL: the value of `file_requests r`, and the same as exact text. */
  value: string
  text: string
  /** The text as a parameter that is compared with the value. */
  bind(key: string): RawBuilder<unknown>
  valid(key: string): boolean
}

/** Microseconds since 1970: PostgreSQL's times are finer than JavaScript's. */
const time = (value: string): SortKey => ({
  value,
  text: `(extract(epoch from ${value}) * 1000000)::bigint::text`,
  bind: (key) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`,
  valid: isTimeKey,
})

const newest = time('r.created_at')

/** By size: of the received files. All requests are of one kind. */
export const requestKeys: Readonly<Record<SortField, SortKey>> = {
  created_at: newest,
  updated_at: time('r.updated_at'),
  kind: newest,
  name: {
    value: `coalesce(r.name, '') collate natural_name`,
    text: `coalesce(r.name, '')`,
    bind: (key) => sql`${key}::text`,
    valid: (key) => /^[^\0]{0,200}$/u.test(key),
  },
  size: {
    value: 'r.received_bytes',
    text: 'r.received_bytes::text',
    bind: (key) => sql`${key}::bigint`,
    valid: (key) => /^\d{1,16}$/.test(key),
  },
}

export interface RequestOrder {
  sort: SortField
  direction: SortDirection
}

/** The order that a request names; the newest first without one, and by kind, which is the same of all. */
export const requestOrder = (query: { sort?: SortField; direction?: SortDirection }): RequestOrder => {
  const { sort = 'created_at', direction = sort === 'kind' ? 'DESC' : firstDirection(sort) } = query
  return { sort, direction }
}

/** The last row of a page, after which the next one begins, and its number (from 1). */
export interface RequestCursor {
  key: string
  id: string
  position: number
}

export const encodeRequestCursor = ({ sort, direction }: RequestOrder, { key, id, position }: RequestCursor): string =>
  packCursor([sort, direction, key, id, position])

/** 422 `invalid-cursor` unless it is one of this order. */
const decodeRequestCursor = (cursor: string, order: RequestOrder): RequestCursor => {
  const [sort, direction, key, id, position] = unpackCursor(cursor)
  if (
    sort !== order.sort ||
    direction !== order.direction ||
    typeof key !== 'string' ||
    !requestKeys[order.sort].valid(key) ||
    !key.isWellFormed() ||
    typeof id !== 'string' ||
    !isUuid(id) ||
    !Number.isSafeInteger(position) ||
    (position as number) < 0
  )
    throw sharingErrors.fail('invalid-cursor')
  return { key, id, position: position as number }
}

/** Begin of a page: after a cursor, or at a page number. `position`: number of rows before it. 422 for an invalid one. */
export const requestPageStart = (
  query: { page?: string | undefined; cursor?: string | undefined },
  order: RequestOrder,
  perPage: number,
): { after: RequestCursor | null; position: number } => {
  if (query.cursor === undefined) return { after: null, position: startOfPage(query, perPage) }
  const after = decodeRequestCursor(query.cursor, order)
  return { after, position: after.position }
}
