import { uuidPattern } from '../../../shared/contract.ts'

/** A row of a list, and its time in microseconds, PostgreSQL's resolution: a cursor in ms would skip rows of the same ms. */
export interface TimedRow {
  id: string
  at: string
}

const cursorPattern = new RegExp(`^(\\d{1,18})/(${uuidPattern.slice(1, -1)})$`)

/** Keyset pagination over `(created_at, id)`, newest first: parts of a statement, and cursors. */
export const newestFirst = {
  column: '(extract(epoch from created_at) * 1000000)::bigint::text as at',
  order: 'created_at desc, id desc',

  /** Condition for rows behind the position in the parameters `$n` (time) and `$n+1` (id); both null: all rows. */
  after: (n: number): string =>
    `($${n}::bigint is null
      or (created_at, id) < (to_timestamp(0) + $${n}::bigint * interval '1 microsecond', $${n + 1}::uuid))`,

  /** The position of a cursor; null for what is none. */
  read(cursor: string): TimedRow | null {
    const [, at, id] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
    return at && id ? { at, id } : null
  },

  /** `found` has up to one row more than the page. */
  page<Row extends TimedRow>(found: readonly Row[], perPage: number): { rows: Row[]; nextCursor: string | null } {
    const rows = found.slice(0, perPage)
    const last = rows.at(-1)
    const hasMore = last !== undefined && found.length > perPage
    return { rows, nextCursor: hasMore ? Buffer.from(`${last.at}/${last.id}`).toString('base64url') : null }
  },
}
