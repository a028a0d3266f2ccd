import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Config, deriveKey, equalSecrets, hmac } from '../../platform/index.ts'
import { daySeconds } from '../../shared/contract.ts'
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
const maxKnownEmails = 3

/** Emails that have signed in with this browser, as keyed hashes: the sign-in page shows a name for these only (A51). */
export const knownEmails = (config: Config) => {
  const key = deriveKey(config.appKey, 'known-address')
  const fingerprintOf = (email: string) => hmac(key, email).slice(0, 22)
  const fingerprints = (request: FastifyRequest) =>
    (request.cookies[knownCookie] ?? '').split('.').filter(Boolean).slice(0, maxKnownEmails)
  return {
    has: (request: FastifyRequest, email: string) =>
      fingerprints(request).some((stored) => equalSecrets(stored, fingerprintOf(email))),
    add(request: FastifyRequest, reply: FastifyReply, email: string) {
      const fingerprint = fingerprintOf(email)
      const all = [fingerprint, ...fingerprints(request).filter((other) => other !== fingerprint)].slice(
        0,
        maxKnownEmails,
      )
      reply.setCookie(knownCookie, all.join('.'), {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: secure(config),
        maxAge: yearSeconds,
      })
    },
  }
}
