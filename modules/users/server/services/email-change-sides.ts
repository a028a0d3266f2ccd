import { sql } from 'kysely'
import type { RowOf, Tx } from '../../../platform/index.ts'
import type { UsersTables } from '../entities/index.ts'

export type EmailChangeRow = RowOf<UsersTables['email_changes']>

/**
 * Marks the side of the token as confirmed; null when the token is unknown or expired. Locks the account first: a concurrent
 * change of the password ends sessions and this change too.
 */
export const confirmEmailChangeSide = async (
  tx: Tx,
  hash: Buffer,
  userId: string | null,
): Promise<EmailChangeRow | null> => {
  await tx.query(
    `select 1 from users where id in (select user_id from email_changes where old_token_hash = $1 or new_token_hash = $1)
     for no key update`,
    [hash],
  )
  const side = (column: 'old' | 'new') =>
    sql<Date>`case when ${sql.ref(`${column}_token_hash`)} = ${hash} then now() else ${sql.ref(`${column}_confirmed_at`)} end`
  const change = await tx
    .builder<UsersTables>()
    .updateTable('email_changes')
    .set({
      old_confirmed_at: side('old'),
      new_confirmed_at: side('new'),
      new_proven: sql<boolean>`new_proven or (new_token_hash = ${hash} and user_id is not distinct from ${userId}::uuid)`,
    })
    .where(({ or, eb }) => or([eb('old_token_hash', '=', hash), eb('new_token_hash', '=', hash)]))
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
  return change ?? null
}
