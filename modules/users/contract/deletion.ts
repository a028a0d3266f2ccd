import { array, endpoint, object, string, timestamp } from '../../shared/contract.ts'

/** Days in which the deletion of an account can be cancelled. */
export const deletionGraceDays = 7

/** Deletes the account and all it owns after a week. Requires a confirmed password (423). Errors: 409 `last-admin`. */
export const requestDeletion = endpoint({
  method: 'POST',
  path: '/api/user/deletion',
  summary: 'Delete the own account after a week',
  access: 'session',
  scope: 'account',
  response: { 202: object({ data: object({ deletion_at: timestamp() }) }) },
  errors: ['users.password-confirmation-required', 'users.last-admin'],
})

export const showDeletionLosses = endpoint({
  method: 'GET',
  path: '/api/user/deletion',
  summary: 'What the deletion of the own account ends besides its files, and what it leaves, in the caller’s language',
  access: 'session',
  scope: 'account',
  /** `losses`: plan, prepaid and unpaid money, and what stays in folders of others. */
  response: { 200: object({ data: object({ losses: array(string()) }) }) },
  errors: [],
})

export const cancelDeletion = endpoint({
  method: 'DELETE',
  path: '/api/user/deletion',
  summary: 'Keep the own account',
  access: 'session',
  scope: 'account',
  response: { 204: null },
  errors: [],
})
