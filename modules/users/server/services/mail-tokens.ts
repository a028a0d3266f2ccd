import { randomToken, type Sql, sha256 } from '../../../platform/index.ts'

/** Seconds a mailed link works. */
const lifetimes = { 'verify-email': 24 * 3600, 'reset-password': 3600 } as const
export type MailPurpose = keyof typeof lifetimes

/** A new token for a mailed link; older ones of the same purpose are void (A54). */
export const issueMailToken = async (sql: Sql, userId: string, purpose: MailPurpose): Promise<string> => {
  const token = randomToken(32)
  await sql.query('delete from mail_tokens where user_id = $1 and purpose = $2', [userId, purpose])
  await sql.query(
    `insert into mail_tokens (user_id, purpose, token_hash, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4))`,
    [userId, purpose, sha256(token), lifetimes[purpose]],
  )
  return token
}

/** Uses the token up; the account's id, or null when it is unknown, used or too old. */
export const useMailToken = async (sql: Sql, token: string, purpose: MailPurpose): Promise<string | null> => {
  const rows = await sql.query<{ user_id: string }>(
    `update mail_tokens set used_at = now()
     where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now() returning user_id`,
    [sha256(token), purpose],
  )
  return rows[0]?.user_id ?? null
}

/** Whose token this is (or was, if used); null when unknown or too old. */
export const ownerOfMailToken = async (sql: Sql, token: string, purpose: MailPurpose): Promise<string | null> => {
  const rows = await sql.query<{ user_id: string }>(
    'select user_id from mail_tokens where token_hash = $1 and purpose = $2 and expires_at > now()',
    [sha256(token), purpose],
  )
  return rows[0]?.user_id ?? null
}
