import { array, boolean, endpoint, object, oneOf, type Static } from '../../shared/contract.ts'
import { Done, GivenPassword } from './fields.ts'

/** Sensitive actions are allowed for this long after the password was entered. */
export const confirmationMinutes = 15

/**
 * Confirms the password for the session: sensitive actions are allowed for 15 minutes. Errors: 422 `errors.password`,
 * 429.
 */
export const confirmPassword = endpoint({
  method: 'POST',
  path: '/user/confirm-password',
  summary: 'Confirm the password for sensitive actions',
  access: 'session',
  scope: 'account',
  body: object({ password: GivenPassword }),
  response: { 201: Done },
  errors: ['platform.too-many-attempts', 'users.session-required'],
})

const Confirmation = object({
  confirmed: boolean(),
  /** Ways in which the account can confirm; empty: only by signing in again. */
  methods: array(oneOf(['password', 'passkey'])),
})
export type Confirmation = Static<typeof Confirmation>

export const confirmedPasswordStatus = endpoint({
  method: 'GET',
  path: '/user/confirmed-password-status',
  summary: 'Whether the password was confirmed lately',
  access: 'session',
  scope: 'account',
  response: { 200: Confirmation },
  errors: [],
})
