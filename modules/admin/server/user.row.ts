import type { AccountPlan } from '../../billing/contract.ts'
import { toIso } from '../../shared/contract.ts'
import type { StorageUse } from '../../users/contract.ts'
import { type PersonRow, personColumnsSql, presentPerson, shownEmail } from '../../users/index.ts'
import type { AdminUser } from '../contract.ts'

/** Row with the columns `userColumns`. */
export interface UserSummaryRow extends PersonRow {
  role: 'user' | 'admin'
  status: 'active' | 'suspended'
  email_verified_at: Date | null
  email_proven_at: Date | null
  two_factor_confirmed_at: Date | null
  has_password: boolean
  max_storage_bytes: number | null
  suspended_at: Date | null
  suspension_reason: string | null
  deletion_at: Date | null
  created_at: Date
  used_bytes: number
}

/** Columns of the views `user_summaries` as `u` and `usage_summaries` as `s`. */
export const userColumns = `${personColumnsSql('u')}, u.role, u.status, u.email_verified_at,
  u.email_proven_at, u.two_factor_confirmed_at, u.has_password, u.max_storage_bytes, u.suspended_at, u.suspension_reason, u.deletion_at,
  u.created_at, s.used_bytes`

export const presentAdminUser = (row: UserSummaryRow, storage: StorageUse, plan: AccountPlan | null): AdminUser => ({
  id: row.id,
  type: 'user',
  attributes: {
    ...presentPerson(row).attributes,
    email: shownEmail(row.email),
    role: row.role,
    status: row.status,
    email_verified_at: toIso(row.email_verified_at),
    email_proven_at: toIso(row.email_proven_at),
    two_factor_authentication: row.two_factor_confirmed_at !== null,
    socialite_account: !row.has_password,
    storage,
    plan,
    suspended_at: toIso(row.suspended_at),
    suspension_reason: row.suspension_reason,
    deletion_at: toIso(row.deletion_at),
    created_at: row.created_at.toISOString(),
  },
})
