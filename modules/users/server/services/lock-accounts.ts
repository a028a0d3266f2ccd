import type { Sql } from '../../../platform/index.ts'

/**
 * Locks the accounts' rows until `tx` ends. Every transaction that ends or removes access takes this lock first.
 * `lockSharedAndRequireActive` of a session and `lineageOf` of a token lock the row in share mode: their transactions are
 * either committed before, so that their changes are seen here, or rejected afterwards.
 */
export const lockAccounts = async (tx: Sql, userIds: readonly string[]): Promise<void> => {
  await tx.query('select 1 from users where id = any($1::uuid[]) order by id for no key update', [userIds])
}

/** Locks the account's row in share mode until `tx` ends. */
export const lockAccountShared = async (tx: Sql, userId: string): Promise<void> => {
  await tx.query('select 1 from users where id = $1 for share', [userId])
}
