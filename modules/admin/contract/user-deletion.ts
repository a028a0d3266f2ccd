import { BillingHoldings } from '../../billing/contract.ts'
import {
  endpoint,
  integer,
  object,
  optional,
  type Static,
  SuccessMessage,
  single,
  string,
} from '../../shared/contract.ts'
import { userParam } from './users.ts'

/** Everything that is deleted with an account. */
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
 * Keeps an account whose owner has asked for its deletion, also while that waits for the end of a suspension. The owner is
 * notified. `changed`: 0 when none is pending, or it has begun.
 */
export const keepUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/deletion',
  summary: 'Cancel the deletion that the owner of an account asked for',
  access: 'admin',
  scope: 'account',
  params: userParam,
  response: { 200: object({ data: object({ changed: integer() }) }) },
  errors: [],
})

/**
 * `name` repeats the name of the account. An active subscription has to be cancelled before. The account is deleted in
 * the background and cannot sign in from here on.
 */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  summary: 'Delete an account with all it owns',
  access: 'admin',
  scope: 'account',
  params: userParam,
  body: object({ name: string({ maxLength: 520 }), _method: optional(string({ maxLength: 10 })) }),
  response: { 200: SuccessMessage },
  errors: [
    'admin.active-subscription',
    'admin.own-account',
    'admin.name-mismatch',
    'users.password-confirmation-required',
    'users.last-admin',
  ],
})
