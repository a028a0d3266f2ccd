import {
  array,
  boolean,
  endpoint,
  nullable,
  object,
  oneOf,
  openObject,
  optional,
  redirect,
  type Static,
  single,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'

/** Identity providers. `openid`: any OpenID Connect provider that the installation names. */
export const signInProviders = ['google', 'github', 'facebook', 'openid'] as const
export type SignInProvider = (typeof signInProviders)[number]

/** Names of providers. That of `openid` is a setting while it is offered. */
export const providerNames: Record<SignInProvider, string> = {
  google: 'Google',
  github: 'GitHub',
  facebook: 'Facebook',
  openid: 'OpenID Connect',
}

/** Path that a provider sends people back to; it has to be registered there. */
export const providerCallbackPath = (provider: SignInProvider): string => `/socialite/${provider}/callback`

/** A provider that is offered, with the name of its button. */
export const OfferedProvider = object({ id: oneOf(signInProviders), name: string() })
export type OfferedProvider = Static<typeof OfferedProvider>

/** An account at a provider that signs in to the caller's account; `usable` false: not any more, as its provider is not offered. */
export const Identity = object({
  id: uuid(),
  type: string(),
  attributes: object({
    provider: oneOf(signInProviders),
    email: nullable(string()),
    usable: boolean(),
    created_at: timestamp(),
    last_used_at: nullable(timestamp()),
  }),
})
export type Identity = Static<typeof Identity>

const provider = object({ provider: oneOf(signInProviders) })
const Destination = object({ type: string(), message: string(), data: object({ url: string() }) })

/** `data.url`: the provider's page, which leads back to the callback. `redirect`: path to open afterwards. */
export const beginProviderSignIn = endpoint({
  method: 'GET',
  path: '/api/socialite/:provider/redirect',
  summary: 'Begin signing in by an identity provider',
  access: 'public',
  params: provider,
  query: object({ redirect: optional(string({ maxLength: 2_000 })) }),
  response: { 200: Destination },
  errors: ['users.provider-not-configured', 'users.provider-unreachable', 'platform.too-many-attempts'],
})

/**
 * The provider's page leads here. Signs in, or links the provider to the account that asked for it: 302. Browsers are
 * redirected to a page for an error too; programs get it.
 */
export const providerCallback = endpoint({
  method: 'GET',
  path: '/socialite/:provider/callback',
  summary: 'Finish signing in by an identity provider',
  access: 'public',
  params: provider,
  query: openObject({}),
  response: { 302: redirect },
  errors: [
    'users.provider-not-configured',
    'users.provider-unreachable',
    'users.provider-failed',
    'users.provider-email-missing',
    'users.provider-linked-elsewhere',
    'users.registration-disabled',
    'users.registration-closed',
    'users.email-not-verified',
    'users.account-suspended',
    'platform.too-many-attempts',
  ],
})

export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/user/identities',
  summary: 'List the linked identity providers',
  access: 'session',
  response: { 200: object({ data: array(single(Identity)) }) },
  errors: [],
})

/** As `beginProviderSignIn`, to link the provider to the caller's account. Requires a confirmed password (423). */
export const linkIdentity = endpoint({
  method: 'POST',
  path: '/api/user/identities',
  summary: 'Begin linking an identity provider',
  access: 'session',
  scope: 'account',
  body: provider,
  response: { 200: Destination },
  errors: [
    'users.password-confirmation-required',
    'users.provider-not-configured',
    'users.provider-unreachable',
    'platform.too-many-attempts',
  ],
})

/** Errors: 409 `last-sign-in-method`, 423. */
export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/api/user/identities/:id',
  summary: 'Unlink an identity provider',
  access: 'session',
  scope: 'account',
  params: object({ id: uuid() }),
  response: { 204: null },
  errors: ['users.password-confirmation-required', 'users.last-sign-in-method'],
})
