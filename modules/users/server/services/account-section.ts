import { auditEntriesOf, type Db } from '../../../platform/index.ts'
import { queryParts } from './query-parts.ts'

const parts = {
  profile: `select email, email_verified_at, email_proven_at, role, first_name, last_name, address, city, state, postal_code, country,
    phone_number, vat_number, timezone, locale, theme_mode, emoji_type, color, two_factor_confirmed_at, created_at
    from users where id = $1`,
  sessions: 'select ip, user_agent, remember, created_at, last_seen_at, expires_at from sessions where user_id = $1',
  tokens: 'select name, scopes, last_used_at, expires_at, created_at from personal_access_tokens where user_id = $1',
  passkeys: 'select name, created_at, last_used_at from passkeys where user_id = $1',
  identities: 'select provider, subject, email, created_at, last_used_at from sign_in_identities where user_id = $1',
} as const

/** Account, devices, ways to sign in and what the account did that the audit log has, for an export. Without passwords, keys and other secrets. */
export const accountSection = async (db: Db, userId: string) => {
  const [{ profile, ...lists }, audit_log] = await Promise.all([
    queryParts(db, parts, userId),
    auditEntriesOf(db, userId),
  ])
  return { ...profile[0], ...lists, audit_log }
}
