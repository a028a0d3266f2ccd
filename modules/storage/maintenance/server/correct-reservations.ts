import type { Db } from '../../../platform/index.ts'
import { reservedBytes } from './consistency-checks.ts'

/**
 * Sets the reserved bytes of each account to the sum of its open uploads and running operations. Locks the account's counters
 * while it sums. Resolves with the number of corrected accounts.
 */
export const correctReservations = async (db: Db): Promise<number> => {
  const wrong = await db.query<{ user_id: string }>(
    `select u.user_id from usage u cross join lateral (${reservedBytes('u.user_id')}) open where u.reserved_bytes <> open.bytes`,
  )
  let corrected = 0
  for (const { user_id } of wrong)
    await db.transaction(async (tx) => {
      await tx.query('select 1 from usage where user_id = $1 for update', [user_id])
      const rows = await tx.query(
        `update usage set reserved_bytes = open.bytes from (${reservedBytes('$1')}) open
         where user_id = $1 and usage.reserved_bytes <> open.bytes returning 1`,
        [user_id],
      )
      corrected += rows.length
    })
  return corrected
}
