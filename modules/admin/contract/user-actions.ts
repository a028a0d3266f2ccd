import {
  endpoint,
  nullable,
  object,
  oneOf,
  optional,
  SuccessMessage,
  single,
  string,
  wholeInput,
} from '../../shared/contract.ts'
import { StorageUsage } from '../../storage/contract.ts'
import { Email, maxAvatarBytes, NewPassword, PersonName } from '../../users/contract.ts'
import { AdminUserDetails, userParam, userRoles } from './users.ts'

const gigabytes = wholeInput({ minimum: 0, maximum: 999_999_999, digits: '\\d{1,9}' })
const members = wholeInput({ minimum: -1, maximum: 1_000_000, digits: '-1|\\d{1,6}|1000000' })

/** In a multipart form, the part `avatar` is the picture of the account, as in `POST /api/user/avatar`. */
export const createUser = endpoint({
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Create a verified account; a form may have its picture as the part `avatar`',
  access: 'admin',
  scope: 'account',
  body: object({
    email: Email,
    name: PersonName,
    password: NewPassword,
    password_confirmation: string({ maxLength: 128 }),
    role: oneOf(userRoles),
  }),
  formFileBytes: maxAvatarBytes,
  response: { 201: single(AdminUserDetails) },
  errors: [
    'users.password-confirmation-required',
    'users.registration-disabled',
    'users.avatar-unreadable',
    'platform.too-large',
  ],
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

/** `max_storage_amount` in GB; 0: unlimited; null: the installation's limit. */
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
      max_team_members: optional(nullable(members)),
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
