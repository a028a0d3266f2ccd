import { BillingHoldings } from '../../billing/contract.ts'
import {
  array,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  SuccessMessage,
  single,
  string,
  uuid,
} from '../../shared/contract.ts'
import { StorageUsage } from '../../storage/contract.ts'
import { Email, NewPassword, PersonName } from '../../users/contract.ts'
import { AdminUserDetails, userParam, userRoles } from './users.ts'

/** Plain text, for other administrators. */
const Reason = string({ maxLength: 500 })
const gigabytes = integer({ minimum: 0, maximum: 999_999_999 })

export const createUser = endpoint({
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Create a verified account',
  access: 'admin',
  scope: 'account',
  body: object({
    email: Email,
    name: PersonName,
    password: NewPassword,
    password_confirmation: string({ maxLength: 128 }),
    role: oneOf(userRoles),
  }),
  response: { 201: single(AdminUserDetails) },
  errors: ['users.password-confirmation-required', 'users.registration-disabled'],
})

export const setUserRole = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id/role',
  summary: 'Change the role of an account',
  access: 'admin',
  scope: 'account',
  params: userParam,
  body: object({
    attributes: object({ role: oneOf(userRoles) }),
    _method: optional(string({ maxLength: 10 })),
  }),
  response: { 200: single(AdminUserDetails) },
  errors: ['users.password-confirmation-required', 'users.last-admin'],
})

/** `max_storage_amount` in GB, 0 without a limit; null: as the installation sets it. */
export const setUserCapacity = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id/capacity',
  summary: 'Change the storage limit of an account',
  access: 'admin',
  scope: 'account',
  params: userParam,
  body: object({
    attributes: object({
      max_storage_amount: optional(nullable(gigabytes)),
      max_team_members: optional(nullable(integer({ minimum: -1, maximum: 1_000_000 }))),
    }),
    _method: optional(string({ maxLength: 10 })),
  }),
  response: { 200: single(StorageUsage) },
  errors: [],
})

export const showUserStorage = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/storage',
  summary: 'Read the use of storage and traffic of an account',
  access: 'admin',
  scope: 'account',
  params: userParam,
  response: { 200: single(StorageUsage) },
  errors: [],
})

export const verifyUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/verify',
  summary: 'Mark the email address of an account as verified',
  access: 'admin',
  scope: 'account',
  params: userParam,
  response: { 200: SuccessMessage },
  errors: [],
})

export const sendResetLink = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/reset-password',
  summary: 'Send a link to reset the password',
  access: 'admin',
  scope: 'account',
  params: userParam,
  response: { 200: SuccessMessage },
  errors: [],
})

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  summary: 'End all sessions and tokens of an account',
  access: 'admin',
  scope: 'account',
  params: userParam,
  response: { 200: SuccessMessage },
  errors: [],
})

export const resetTwoFactor = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/two-factor',
  summary: 'Turn off the second factor of an account',
  access: 'admin',
  scope: 'account',
  params: userParam,
  response: { 200: SuccessMessage },
  errors: ['users.password-confirmation-required'],
})

/** What is deleted with an account. */
export const UserHoldings = object({
  files: integer(),
  folders: integer(),
  /** Bytes. */
  storage: integer(),
  links: integer(),
  requests: integer(),
  team_folders: integer(),
  billing: BillingHoldings,
})
export type UserHoldings = Static<typeof UserHoldings>

export const showUserHoldings = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/deletion',
  summary: 'Read what the deletion of an account removes',
  access: 'admin',
  scope: 'account',
  params: userParam,
  response: { 200: single(UserHoldings) },
  errors: [],
})

/**
 * `name` repeats the name of the account. An active subscription has to be cancelled before. The account is deleted in the background and
 * cannot sign in from here on.
 */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  summary: 'Delete an account with all it owns',
  access: 'admin',
  scope: 'account',
  params: userParam,
  body: object({ name: string({ maxLength: 520 }), _method: optional(string({ maxLength: 10 })) }),
  response: { 202: SuccessMessage },
  errors: [
    'admin.active-subscription',
    'admin.own-account',
    'admin.name-mismatch',
    'users.password-confirmation-required',
    'users.last-admin',
  ],
})

export const bulkActions = ['suspend', 'reactivate', 'verify'] as const
export type BulkAction = (typeof bulkActions)[number]
export const maxBulkUsers = 200

/** `changed`: accounts that were not in this state before. The own account cannot be suspended. */
export const changeUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/bulk',
  summary: 'Suspend, reactivate or verify accounts',
  access: 'admin',
  scope: 'account',
  body: object({
    action: oneOf(bulkActions),
    ids: array(uuid(), { minItems: 1, maxItems: maxBulkUsers }),
    reason: optional(Reason),
  }),
  response: { 200: object({ data: object({ changed: integer() }) }) },
  errors: ['admin.own-account', 'users.last-admin'],
})
