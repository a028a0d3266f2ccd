import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Config, deriveKey, equalSecrets, hmac } from '../../platform/index.ts'
import { daySeconds } from '../../shared/contract.ts'
import type { Account } from './account.ts'
import type { ChallengePurpose } from './entities/sign-in.entities.ts'
import { challengeTtlSeconds } from './services/sign-in-challenges.ts'

const secure = (config: Config) => config.appUrl.startsWith('https:')
/** With the prefix `__Host-`, browsers accept the cookie from this host only; requires TLS. */
export const sessionCookie = (config: Config): string => (secure(config) ? '__Host-sid' : 'sid')
const rememberSeconds = 30 * daySeconds
const yearSeconds = 365 * daySeconds

/** HttpOnly, SameSite=Lax, 30 days; without `remember` until the browser closes. */
export const setSessionCookie = (
  reply: FastifyReply,
  config: Config,
  { token, remember }: { token: string; remember: boolean },
): void => {
  reply.setCookie(sessionCookie(config), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: secure(config),
    ...(remember ? { maxAge: rememberSeconds } : {}),
  })
}

export const clearSessionCookie = (reply: FastifyReply, config: Config): void => {
  reply.clearCookie(sessionCookie(config), { path: '/', httpOnly: true, sameSite: 'lax', secure: secure(config) })
}

/** Theme or language of this browser for a year: the next page is rendered with it, also after sign-out. */
export const setAppearanceCookie = (
  reply: FastifyReply,
  config: Config,
  name: 'theme' | 'locale',
  value: string,
): void => {
  reply.setCookie(name, value, { path: '/', sameSite: 'lax', secure: secure(config), maxAge: yearSeconds })
}

/** The half-finished sign-in of this browser. Lax: a provider's page leads back here. */
export const challengeCookie = (config: Config, purpose: ChallengePurpose): string =>
  `${secure(config) ? '__Host-' : ''}${purpose}`

export const setChallengeCookie = (
  reply: FastifyReply,
  config: Config,
  purpose: ChallengePurpose,
  token: string,
): void => {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: secure(config) } as const
  reply.setCookie(challengeCookie(config, purpose), token, { ...options, maxAge: challengeTtlSeconds })
}

export const clearChallengeCookie = (reply: FastifyReply, config: Config, purpose: ChallengePurpose): void => {
  reply.clearCookie(challengeCookie(config, purpose), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: secure(config),
  })
}

const knownCookie = 'known'
const maxKnownAccounts = 3

/** An account's id, which stays when its email changes, and its email. */
type Known = Pick<Account, 'id' | 'email'>

/**
 * Accounts that have signed in with this browser, as keyed hashes of their ids and emails: the sign-in page shows a name for
 * these emails only (A51), and the owner is told of a sign-in from any other browser.
 */
export const knownAccounts = (config: Config) => {
  const key = deriveKey(config.appKey, 'known-address')
  const fingerprintOf = (subject: string) => hmac(key, subject).slice(0, 22)
  const fingerprints = (request: FastifyRequest) =>
    (request.cookies[knownCookie] ?? '')
      .split('.')
      .filter(Boolean)
      .slice(0, 2 * maxKnownAccounts)
  const has = (request: FastifyRequest, subject: string) =>
    fingerprints(request).some((stored) => equalSecrets(stored, fingerprintOf(subject)))
  return {
    hasEmail: has,
    has: (request: FastifyRequest, { id, email }: Known) => has(request, id) || has(request, email),
    add(request: FastifyRequest, reply: FastifyReply, { id, email }: Known) {
      const own = [fingerprintOf(email), fingerprintOf(id)]
      const others = fingerprints(request).filter((other) => !own.includes(other))
      reply.setCookie(knownCookie, [...own, ...others].slice(0, 2 * maxKnownAccounts).join('.'), {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: secure(config),
        maxAge: yearSeconds,
      })
    },
  }
}
