import { auditEntriesOf, type Db } from '../../../platform/index.ts'
import type { ExportedLists } from './data-exports.ts'
import { exportPageSize, type PagedQuery, pagedLists } from './query-pages.ts'

const byAge = { created_at: 'timestamptz', id: 'uuid' }
const lists = {
  profile: {
    columns: `email, email_verified_at, email_proven_at, role, first_name, last_name, address, city, state, postal_code, country,
      phone_number, vat_number, timezone, locale, theme_mode, emoji_type, color, two_factor_confirmed_at, created_at`,
    from: 'users where id = $1',
    key: { id: 'uuid' },
  },
  sessions: {
    columns: 'ip, user_agent, remember, created_at, last_seen_at, expires_at',
    from: 'sessions where user_id = $1',
    key: byAge,
  },
  tokens: {
    columns: 'name, scopes, last_used_at, expires_at, created_at',
    from: 'personal_access_tokens where user_id = $1',
    key: byAge,
  },
  passkeys: { columns: 'name, created_at, last_used_at', from: 'passkeys where user_id = $1', key: byAge },
  identities: {
    columns: 'provider, subject, email, created_at, last_used_at',
    from: 'sign_in_identities where user_id = $1',
    key: byAge,
  },
} satisfies Record<string, PagedQuery>

async function* auditLog(db: Db, userId: string) {
  for (let after = 0; ; ) {
    const entries = await auditEntriesOf(db, userId, { after, limit: exportPageSize })
    for (const { id, ...entry } of entries) {
      after = id
      yield entry
    }
    if (entries.length < exportPageSize) return
  }
}

/** Section of an export: account, devices, sign-in methods and the account's entries of the audit log; without secrets. */
export const accountSection = (db: Db, userId: string): ExportedLists => ({
  ...pagedLists(db, lists, userId),
  audit_log: auditLog(db, userId),
})
