import { boolean, endpoint, nullable, object, optional, string } from '../../shared/contract.ts'
import { Avatar, Done, Email, GivenPassword, NewPassword, PersonName } from './fields.ts'

/** 204; sets the `XSRF-TOKEN` cookie. */
export const getCsrf = endpoint({ method: 'GET', path: '/api/csrf', access: 'public', response: { 204: null } })
export const getCsrfCookie = endpoint({
  method: 'GET',
  path: '/sanctum/csrf-cookie',
  access: 'public',
  response: { 204: null },
})

/**
 * First step of signing in. Tells a name and a picture only to a browser in which this address has signed in before;
 * everyone else gets the same neutral answer for every address (A51).
 */
export const checkUser = endpoint({
  method: 'POST',
  path: '/api/user/check',
  access: 'public',
  body: object({ email: Email }),
  response: {
    200: object({
      name: nullable(string()),
      avatar: Avatar,
      verified: boolean(),
      oauth_provider: nullable(string()),
    }),
  },
})

/**
 * Errors: 422 `credentials-invalid` (`errors.email`), 403 `email-not-verified` and `account-suspended` (right password
 * only), 429. `two_factor` true means that the second factor is to be asked for; there is no session yet then.
 */
export const login = endpoint({
  method: 'POST',
  path: '/login',
  access: 'public',
  body: object({ email: Email, password: GivenPassword, remember: optional(boolean()) }),
  response: { 200: object({ two_factor: boolean() }) },
})

export const logout = endpoint({ method: 'POST', path: '/logout', access: 'public', response: { 204: null } })

/** For programs: answers a personal token for `Authorization: Bearer`. Errors as of `login`. */
export const apiLogin = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  csrf: false,
  body: object({ email: Email, password: GivenPassword }),
  response: { 200: object({ type: string(), message: string(), data: object({ token: string() }) }) },
})

/** Revokes the token (or session) that the call is made with. */
export const apiLogout = endpoint({ method: 'POST', path: '/api/logout', access: 'session', response: { 200: Done } })

/**
 * Errors: 401 `registration-closed`, 422 per field (`errors.email`: taken, only while verification is off), 429.
 * `data.signed_in` false: a mail was sent, go to /successfully-send.
 */
export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  body: object({
    email: Email,
    name: PersonName,
    password: NewPassword,
    password_confirmation: string({ maxLength: 256 }),
  }),
  response: { 201: object({ type: string(), message: string(), data: object({ signed_in: boolean() }) }) },
})

/** The mailed link: 302 to /successfully-verified. A dead link: 302 to /sign-in?verification=expired, or 422 for programs. */
export const verifyEmail = endpoint({
  method: 'GET',
  path: '/api/user/verify/:token',
  access: 'public',
  params: object({ token: string({ minLength: 1, maxLength: 200 }) }),
  response: { 204: null },
})

/** Sends the link again; the same answer whether or not there is such an unverified account. */
export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/user/verify',
  access: 'public',
  body: object({ email: Email }),
  response: { 200: Done },
})

/** Mails a link to /create-new-password?token=…; the same answer for every address. 429 after 3 an hour. */
export const recoverPassword = endpoint({
  method: 'POST',
  path: '/api/password/recover',
  access: 'public',
  body: object({ email: Email }),
  response: { 200: Done },
})

/** Errors: 422 `reset-token-invalid` (`errors.token`), 422 per field, 429. Ends all sessions of the account. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/password/reset',
  access: 'public',
  body: object({
    token: string({ minLength: 1, maxLength: 200 }),
    email: Email,
    password: NewPassword,
    password_confirmation: string({ maxLength: 256 }),
  }),
  response: { 200: Done },
})
