import type { RowOf } from '../../platform/index.ts'
import type { UsersTables } from './entities/index.ts'

export type UserRow = RowOf<UsersTables['users']>

/** The columns that are read of an account; recovery codes and unused columns stay in the database. */
export const accountColumns = [
  'id',
  'email',
  'email_verified_at',
  'email_proven_at',
  'password_hash',
  'role',
  'status',
  'first_name',
  'last_name',
  'address',
  'city',
  'state',
  'postal_code',
  'country',
  'phone_number',
  'vat_number',
  'avatar',
  'color',
  'timezone',
  'locale',
  'theme_mode',
  'emoji_type',
  'two_factor_secret',
  'two_factor_confirmed_at',
  'max_storage_bytes',
  'max_team_members',
  'deletion_at',
  'deletion_reason',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof UserRow)[]

/** One row of `users`. Never sent as it is: `presentUser` names the fields that leave the server. */
export type Account = Pick<UserRow, (typeof accountColumns)[number]>
