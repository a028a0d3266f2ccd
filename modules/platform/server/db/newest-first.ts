import { uuidPattern } from '../../../shared/contract.ts'
import { isTimeKey } from './packed-cursor.ts'

/** A row of a list, and its time in microseconds, PostgreSQL's resolution: a cursor in ms would skip rows of the same ms. */
interface TimedRow {
  id: string
  at: string
}

/** A position of a list with links in both directions; the page is behind it, or `isBackward`: before it. */
interface ListPosition extends TimedRow {
  isBackward: boolean
}

const cursorPattern = new RegExp(`^(-?)(\\d{1,18})/(${uuidPattern.slice(1, -1)})$`)
const cursorOf = ({ at, id }: TimedRow, sign = '') => Buffer.from(`${sign}${at}/${id}`).toString('base64url')

const readPosition = (cursor: string): ListPosition | null => {
  const [, sign, at, id] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return at && id && isTimeKey(at) ? { at, id, isBackward: sign === '-' } : null
}

/** Keyset pagination over `(created_at, id)`, newest first: parts of a statement, and cursors. */
export const newestFirst = {
  column: '(extract(epoch from created_at) * 1000000)::bigint::text as at',
  order: 'created_at desc, id desc',

  /**
   * Condition for rows behind the position in the parameters `$n` (time) and `$n+1` (id), or before it, which are then found
   * in ascending order; both null: all rows.
   */
  after: (n: number, isBackward = false): string =>
    `($${n}::bigint is null
      or (created_at, id) ${isBackward ? '>' : '<'} (to_timestamp(0) + $${n}::bigint * interval '1 microsecond', $${n + 1}::uuid))`,

  /** The position of a cursor; null when the text is not a cursor. */
  read(cursor: string): TimedRow | null {
    const position = readPosition(cursor)
    return position?.isBackward ? null : position
  },

  /** The position of a cursor of `pageAt`; null when the text is not a cursor. */
  readPosition,

  /** `fetched`: rows of the query, up to one more than the page has. */
  page<Row extends TimedRow>(fetched: readonly Row[], perPage: number): { rows: Row[]; nextCursor: string | null } {
    const { rows, nextCursor } = this.pageAt(fetched, perPage, null)
    return { rows, nextCursor }
  },

  /** The page at a position with the cursors of its neighbours; `fetched` as for `page`, in the order of its statement. */
  pageAt<Row extends TimedRow>(fetched: readonly Row[], perPage: number, position: ListPosition | null) {
    const isBackward = position?.isBackward ?? false
    const hasMore = fetched.length > perPage
    const rows = fetched.slice(0, perPage)
    if (isBackward) rows.reverse()
    const [first, last] = [rows[0], rows.at(-1)]
    return {
      rows,
      nextCursor: last && (isBackward || hasMore) ? cursorOf(last) : null,
      prevCursor: first && (isBackward ? hasMore : position !== null) ? cursorOf(first, '-') : null,
    }
  },
}
