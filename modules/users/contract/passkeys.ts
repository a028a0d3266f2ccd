import {
  array,
  boolean,
  endpoint,
  nullable,
  object,
  openObject,
  optional,
  type Static,
  single,
  string,
  timestamp,
  unknown,
  uuid,
} from '../../shared/contract.ts'

/** The browser's answer, as `@simplewebauthn/browser` encodes it; its parts are verified by the server. */
const Credential = openObject({ id: string({ minLength: 1, maxLength: 2_000 }) })
/** Options of WebAuthn, for `@simplewebauthn/browser`. */
const Options = object({ options: unknown() })
const Name = string({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$',
})

export const Passkey = object({
  id: uuid(),
  type: string(),
  attributes: object({ name: string(), created_at: timestamp(), last_used_at: nullable(timestamp()) }),
})
export type Passkey = Static<typeof Passkey>

/** Begins signing in with a passkey. After `login` answered `two_factor: true`, only that account’s passkeys are offered. */
export const passkeySignInOptions = endpoint({
  method: 'POST',
  path: '/api/passkeys/options',
  summary: 'Begin signing in with a passkey',
  access: 'public',
  scope: 'none',
  response: { 200: Options },
  errors: ['platform.too-many-attempts'],
})

/** Signs in without a password, or as the second factor. Errors: 422 `passkey-invalid`, 403 as of `login`, 429. */
export const passkeySignIn = endpoint({
  method: 'POST',
  path: '/api/passkeys/sign-in',
  summary: 'Sign in with a passkey',
  access: 'public',
  scope: 'none',
  body: object({ response: Credential, remember: optional(boolean()) }),
  response: { 204: null },
  errors: [
    'users.passkey-invalid',
    'users.email-not-verified',
    'users.account-suspended',
    'platform.too-many-attempts',
  ],
})

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/user/passkeys',
  summary: 'List the own passkeys',
  access: 'session',
  response: { 200: object({ data: array(single(Passkey)) }) },
  errors: [],
})

/** Requires a confirmed password (423). */
export const newPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/user/passkeys/options',
  summary: 'Begin adding a passkey',
  access: 'session',
  scope: 'account',
  response: { 200: Options },
  errors: ['users.password-confirmation-required', 'users.passkeys-limit'],
})

/** Errors: 422 `passkey-invalid`, `passkeys-limit`, 423. */
export const createPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys',
  summary: 'Add a passkey',
  access: 'session',
  scope: 'account',
  body: object({ name: Name, response: Credential }),
  response: { 201: single(Passkey) },
  errors: ['users.password-confirmation-required', 'users.passkey-invalid', 'users.passkeys-limit'],
})

/** Errors: 409 `last-sign-in-method`, 423. */
export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  summary: 'Delete a passkey',
  access: 'session',
  scope: 'account',
  params: object({ id: uuid() }),
  response: { 204: null },
  errors: ['users.password-confirmation-required', 'users.last-sign-in-method'],
})

/** Confirms the session for sensitive actions by a passkey, as `POST /user/confirm-password` does by the password. */
export const confirmPasskey = endpoint({
  method: 'POST',
  path: '/user/confirm-passkey',
  summary: 'Confirm by a passkey for sensitive actions',
  access: 'session',
  scope: 'account',
  body: object({ response: Credential }),
  response: { 204: null },
  errors: ['users.passkey-invalid', 'users.session-required', 'platform.too-many-attempts'],
})
