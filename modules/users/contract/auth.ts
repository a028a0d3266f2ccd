import {
  boolean,
  botCheckFields,
  endpoint,
  nullable,
  object,
  optional,
  redirect,
  string,
} from '../../shared/contract.ts'
import { AvatarUrls, Done, Email, GivenPassword, NewPassword, PersonName } from './fields.ts'
import { secondFactorFields } from './two-factor.ts'

/** 204; sets the `XSRF-TOKEN` cookie. */
export const getCsrf = endpoint({
  method: 'GET',
  path: '/api/csrf',
  summary: 'Set the CSRF cookie',
  access: 'public',
  beforeSetup: true,
  response: { 204: null },
  errors: [],
})
export const getCsrfCookie = endpoint({
  method: 'GET',
  path: '/sanctum/csrf-cookie',
  summary: 'Set the CSRF cookie (older path)',
  access: 'public',
  beforeSetup: true,
  response: { 204: null },
  errors: [],
})

/**
 * First step of signing in. Returns a name and a picture only to a browser in which this email has signed in before;
 * otherwise the response is the same for every email (A51).
 */
export const checkUser = endpoint({
  method: 'POST',
  path: '/api/user/check',
  summary: 'Check an email before sign-in',
  access: 'public',
  scope: 'none',
  body: object({ email: Email }),
  response: {
    200: object({
      name: nullable(string()),
      avatar: AvatarUrls,
      verified: boolean(),
      oauth_provider: nullable(string()),
    }),
  },
  errors: [],
})

/**
 * Errors: 422 `credentials-invalid` (`errors.email`), 403 `email-not-verified` and `account-suspended` (right password
 * only), 429. `two_factor` true: the second factor is required, and there is no session yet. `verification`: the token of a
 * verification link, which proves the account's email together with its password.
 */
export const login = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Sign in with a session',
  access: 'public',
  scope: 'none',
  body: object({
    email: Email,
    password: GivenPassword,
    remember: optional(boolean()),
    verification: optional(string({ minLength: 1, maxLength: 200 })),
  }),
  response: { 200: object({ two_factor: boolean() }) },
  errors: [
    'users.credentials-invalid',
    'users.email-not-verified',
    'users.account-suspended',
    'platform.too-many-attempts',
  ],
})

/**
 * For programs: returns a personal token for `Authorization: Bearer`. Errors as of `login`; 423 `two-factor-required` when
 * the account has a second factor and neither `code` nor `recovery_code` is sent.
 */
export const apiLogin = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in for a personal token',
  access: 'public',
  scope: 'none',
  csrf: false,
  body: object({ email: Email, password: GivenPassword, ...secondFactorFields }),
  response: { 200: object({ type: string(), message: string(), data: object({ token: string() }) }) },
  errors: [
    'users.credentials-invalid',
    'users.email-not-verified',
    'users.account-suspended',
    'users.two-factor-required',
    'users.two-factor-code-invalid',
    'users.recovery-code-invalid',
  ],
})

/**
 * Errors: 409 `registration-disabled`, 401 `registration-closed`, 422 per field (`errors.email`: taken, only while
 * verification is off), 429. `data.signed_in` false: an email was sent, go to /successfully-send.
 */
export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  summary: 'Register an account',
  access: 'public',
  scope: 'none',
  body: object({
    email: Email,
    name: PersonName,
    password: NewPassword,
    password_confirmation: string({ maxLength: 256 }),
    ...botCheckFields,
  }),
  response: { 201: object({ type: string(), message: string(), data: object({ signed_in: boolean() }) }) },
  errors: ['users.registration-disabled', 'users.registration-closed', 'users.bot-check-failed'],
})

/**
 * Opened from the email: 302 to /successfully-verified where the account is signed in, else to /sign-in?verification=…, as
 * somebody else may have registered the email, or to /confirm-email?verification=… where another account is signed in; an
 * invalid link: 302 to /sign-in?verification=expired, or 422 for programs.
 */
export const verifyEmail = endpoint({
  method: 'GET',
  path: '/api/user/verify/:token',
  summary: 'Verify an email address by its link',
  access: 'public',
  scope: 'account',
  params: object({ token: string({ minLength: 1, maxLength: 200 }) }),
  response: { 302: redirect },
  errors: ['users.verification-link-invalid'],
})

/** Sends the link again; the response is the same whether or not there is such an unverified account. */
export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/user/verify',
  summary: 'Send the verification link again',
  access: 'public',
  scope: 'none',
  body: object({ email: Email }),
  response: { 200: Done },
  errors: [],
})

/**
 * Sends a link to /create-new-password?token=…, at most 3 an hour and recipient; the response is the same for every
 * email. 429 after 10 an hour and network.
 */
export const recoverPassword = endpoint({
  method: 'POST',
  path: '/api/password/recover',
  summary: 'Mail a link to reset the password',
  access: 'public',
  scope: 'none',
  body: object({ email: Email }),
  response: { 200: Done },
  errors: [],
})

/**
 * Errors: 422 `reset-token-invalid` (`errors.token`), 422 per field, 429. Ends all sessions of the account.
 * `sign_in_methods_removed`: the second factor, passkeys and providers that were set up before the email was proven
 * ended too.
 */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/password/reset',
  summary: 'Reset the password by the mailed token',
  access: 'public',
  scope: 'none',
  body: object({
    token: string({ minLength: 1, maxLength: 200 }),
    email: Email,
    password: NewPassword,
    password_confirmation: string({ maxLength: 256 }),
  }),
  response: {
    200: object({ type: string(), message: string(), data: object({ sign_in_methods_removed: boolean() }) }),
  },
  errors: ['users.reset-token-invalid'],
})
