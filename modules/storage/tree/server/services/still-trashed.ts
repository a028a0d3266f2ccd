import type { Tx } from '../../../../platform/index.ts'

/**
 * For `stillTrashed`: what was restored and trashed again after this time (text: ISO 8601 or PostgreSQL's) stays. A time that
 * the clock has not reached is from before the clock was put back.
 */
export const trashedUntil =
  (until: Date | string) =>
  async (tx: Tx, roots: readonly string[]): Promise<ReadonlySet<string>> => {
    const rows = await tx.query<{ id: string }>(
      `select id from items where id = any($1::uuid[])
         and (trashed_at <= $2::timestamptz or trashed_at > clock_timestamp())`,
      [roots, until],
    )
    return new Set(rows.map(({ id }) => id))
  }

/** The roots that are in the trash. */
export const rootsInTrash = async (tx: Tx, roots: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await tx.query<{ id: string }>(
    'select id from items where id = any($1::uuid[]) and trashed_at is not null',
    [roots],
  )
  return new Set(rows.map(({ id }) => id))
}
