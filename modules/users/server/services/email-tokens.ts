import { sql } from 'kysely'
import { type Executor, randomToken, sha256, type Tx } from '../../../platform/index.ts'
import { daySeconds, hourSeconds } from '../../../shared/contract.ts'
import type { EmailTokenPurpose } from '../entities/credentials.entities.ts'
import type { UsersTables } from '../entities/index.ts'

const ttlSeconds: Record<EmailTokenPurpose, number> = { 'verify-email': daySeconds, 'reset-password': hourSeconds }

/**
 * Creates a token for a link in an email, and revokes earlier ones of the same purpose (A54). With `keepEarlier` they stay
 * valid: somebody who only knows an email must not end the links that its owner has.
 */
export const issueEmailToken = async (
  tx: Tx,
  userId: string,
  purpose: EmailTokenPurpose,
  { keepEarlier = false } = {},
): Promise<string> => {
  const token = randomToken(32)
  if (!keepEarlier) await revokeEmailTokens(tx, userId, purpose)
  await tx
    .builder<UsersTables>()
    .insertInto('email_tokens')
    .values({
      user_id: userId,
      purpose,
      token_hash: sha256(token),
      expires_at: sql<Date>`now() + make_interval(secs => ${ttlSeconds[purpose]})`,
    })
    .execute()
  return token
}

export const revokeEmailTokens = async (tx: Tx, userId: string, purpose: EmailTokenPurpose): Promise<void> => {
  await tx
    .builder<UsersTables>()
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
}

/** Marks the token as used. The account's id, or null when the token is unknown, used or expired. */
export const consumeEmailToken = async (tx: Tx, token: string, purpose: EmailTokenPurpose): Promise<string | null> => {
  const consumed = await tx
    .builder<UsersTables>()
    .updateTable('email_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return consumed?.user_id ?? null
}

/** The account that the token was issued to, used or not; null when it is unknown or expired. */
export const ownerOfEmailToken = async (
  executor: Executor,
  token: string,
  purpose: EmailTokenPurpose,
): Promise<string | null> => {
  const row = await executor
    .builder<UsersTables>()
    .selectFrom('email_tokens')
    .select('user_id')
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Deletes tokens that expired a week ago. Until then a second click on a link still answers that the email is verified. */
export const deleteExpiredEmailTokens = async (executor: Executor): Promise<void> => {
  await executor
    .builder<UsersTables>()
    .deleteFrom('email_tokens')
    .where('expires_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
}
