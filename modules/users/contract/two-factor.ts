import { array, endpoint, object, optional, string } from '../../shared/contract.ts'
import { Done } from './fields.ts'

/** Digits of an app, with or without a space. */
const Code = string({ minLength: 1, maxLength: 20 })
const RecoveryCode = string({ minLength: 1, maxLength: 60 })

export const secondFactorFields = { code: optional(Code), recovery_code: optional(RecoveryCode) }

/**
 * Second step of signing in, after `login` answered `two_factor: true`. Errors: 401 `sign-in-expired` (restart with the
 * password, also after too many wrong codes), 422 `errors.code` or `errors.recovery_code`, 429.
 */
export const twoFactorChallenge = endpoint({
  method: 'POST',
  path: '/two-factor-challenge',
  summary: 'Finish signing in with the second factor',
  access: 'public',
  scope: 'none',
  body: object(secondFactorFields),
  response: { 204: null },
  errors: [
    'users.sign-in-expired',
    'users.two-factor-code-invalid',
    'users.recovery-code-invalid',
    'platform.too-many-attempts',
  ],
})

const confirmed = 'users.password-confirmation-required'

/** Creates a secret and recovery codes, which are in use once a code was confirmed. Requires a confirmed password (423). */
export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/user/two-factor-authentication',
  summary: 'Prepare the second factor',
  access: 'session',
  scope: 'account',
  response: { 200: Done },
  errors: [confirmed, 'users.two-factor-enabled'],
})

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/user/confirmed-two-factor-authentication',
  summary: 'Put the second factor in use by a first code',
  access: 'session',
  scope: 'account',
  body: object({ code: Code }),
  response: { 200: Done },
  errors: [confirmed, 'users.two-factor-not-prepared', 'users.two-factor-code-invalid', 'platform.too-many-attempts'],
})

export const disableTwoFactor = endpoint({
  method: 'DELETE',
  path: '/user/two-factor-authentication',
  summary: 'Disable the second factor',
  access: 'session',
  scope: 'account',
  response: { 200: Done },
  errors: [confirmed],
})

/** Only while the second factor is prepared and not yet in use. `url`: for apps on the same device. */
export const getTwoFactorQrCode = endpoint({
  method: 'GET',
  path: '/user/two-factor-qr-code',
  summary: 'Read the QR code for an authenticator app',
  access: 'session',
  scope: 'account',
  response: { 200: object({ svg: string(), url: string() }) },
  errors: [confirmed, 'users.two-factor-not-prepared'],
})

export const getTwoFactorSecret = endpoint({
  method: 'GET',
  path: '/user/two-factor-secret-key',
  summary: 'Read the secret for an authenticator app',
  access: 'session',
  scope: 'account',
  response: { 200: object({ secretKey: string() }) },
  errors: [confirmed, 'users.two-factor-not-prepared'],
})

/** The recovery codes that are not used yet. */
export const getRecoveryCodes = endpoint({
  method: 'GET',
  path: '/user/two-factor-recovery-codes',
  summary: 'Read the recovery codes',
  access: 'session',
  scope: 'account',
  response: { 200: array(string()) },
  errors: [confirmed],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/user/two-factor-recovery-codes',
  summary: 'Replace the recovery codes',
  access: 'session',
  scope: 'account',
  response: { 200: array(string()) },
  errors: [confirmed, 'users.two-factor-not-prepared'],
})
