import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  single,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'
import { Done, GivenPassword, NewPassword } from './fields.ts'

/** Errors: 403 for tokens, 422 `errors.current`, `errors.password`. Ends every other session of the account. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/password',
  summary: 'Change the password',
  access: 'session',
  scope: 'account',
  body: object({ current: GivenPassword, password: NewPassword, password_confirmation: string({ maxLength: 256 }) }),
  response: { 200: Done },
  errors: ['users.session-required'],
})

/**
 * Leaves passkeys and identity providers as the ways to sign in. Requires a confirmed password (423). Errors: 409
 * `last-sign-in-method`.
 */
export const removePassword = endpoint({
  method: 'DELETE',
  path: '/api/user/password',
  summary: 'Remove the password',
  access: 'session',
  scope: 'account',
  response: { 204: null },
  errors: ['users.password-confirmation-required', 'users.last-sign-in-method'],
})

/**
 * Permissions of a token: `read` everything, `write` files, links and requests, `account`: change the account, its tokens
 * and sessions. The password and the second factor need a browser.
 */
export const tokenScopes = ['read', 'write', 'account'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const PersonalToken = object({
  id: uuid(),
  type: string(),
  attributes: object({
    name: string(),
    scopes: array(oneOf(tokenScopes)),
    last_used_at: nullable(timestamp()),
    expires_at: nullable(timestamp()),
    created_at: timestamp(),
    /** Id of the token that made it, and with which it is deleted. */
    made_by: nullable(uuid()),
  }),
})
export type PersonalToken = Static<typeof PersonalToken>

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/user/tokens',
  summary: 'List personal tokens',
  access: 'session',
  scope: 'account',
  response: { 200: object({ data: array(single(PersonalToken)) }) },
  errors: [],
})

export const maxTokenNameLength = 100

/**
 * `plainTextToken` is sent only in this response. Without `scopes` the token has all, without `expires_in_days` it does not
 * expire. From a session it requires a confirmed password (423), and the owner is notified. Errors: 422 `tokens-limit` above 50 tokens, 403 `scope-missing` for scopes that the caller's own token lacks.
 */
export const createToken = endpoint({
  method: 'POST',
  path: '/api/user/tokens',
  summary: 'Create a personal token',
  access: 'session',
  scope: 'account',
  body: object({
    name: string({ minLength: 3, maxLength: maxTokenNameLength }),
    scopes: optional(array(oneOf(tokenScopes), { minItems: 1, maxItems: tokenScopes.length })),
    expires_in_days: optional(nullable(integer({ minimum: 1, maximum: 3_650 }))),
  }),
  response: { 201: object({ data: PersonalToken, plainTextToken: string() }) },
  errors: ['users.password-confirmation-required', 'users.tokens-limit', 'platform.scope-missing'],
})

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/api/user/tokens/:id',
  summary: 'Delete a personal token',
  access: 'session',
  scope: 'account',
  params: object({ id: uuid() }),
  response: { 204: null },
  errors: [],
})

/** A signed-in browser; `current`: it has sent the request. */
export const DeviceSession = object({
  id: uuid(),
  type: string(),
  attributes: object({
    current: boolean(),
    remember: boolean(),
    ip: nullable(string()),
    user_agent: nullable(string()),
    created_at: timestamp(),
    last_seen_at: timestamp(),
    expires_at: timestamp(),
  }),
})
export type DeviceSession = Static<typeof DeviceSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'List the browsers that are signed in',
  access: 'session',
  scope: 'account',
  response: { 200: object({ data: array(single(DeviceSession)) }) },
  errors: [],
})

/** Ends all sessions except the caller's own; with a token, all. */
export const deleteOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'Sign all other browsers out',
  access: 'session',
  scope: 'account',
  response: { 204: null },
  errors: [],
})

export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  summary: 'Sign a browser out',
  access: 'session',
  scope: 'account',
  params: object({ id: uuid() }),
  response: { 204: null },
  errors: [],
})
