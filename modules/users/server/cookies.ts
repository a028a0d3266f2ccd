import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Config, deriveKey, equalSecrets, hmac } from '../../platform/index.ts'

const secure = (config: Config) => config.appUrl.startsWith('https:')
/** The prefix makes browsers refuse the cookie from anyone but this very host; it needs TLS. */
export const sessionCookie = (config: Config): string => (secure(config) ? '__Host-sid' : 'sid')
const rememberSeconds = 30 * 24 * 3600

/** HttpOnly, Lax; without `remember` it ends with the browser. */
export const setSessionCookie = (reply: FastifyReply, config: Config, token: string, remember: boolean): void => {
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

/** A look that the server must know before anyone is asked: read at the next page, also after sign-out. */
export const setLookCookie = (reply: FastifyReply, config: Config, name: 'theme' | 'locale', value: string): void => {
  reply.setCookie(name, value, { path: '/', sameSite: 'lax', secure: secure(config), maxAge: 365 * 24 * 3600 })
}

const knownCookie = 'known'
const knownKept = 3

/** The addresses that have signed in with this browser: only to it does the sign-in page show a name (A51). */
export const knownAddresses = (config: Config) => {
  const key = deriveKey(config.appKey, 'known-address')
  const markOf = (email: string) => hmac(key, email).slice(0, 22)
  const marks = (request: FastifyRequest) =>
    (request.cookies[knownCookie] ?? '').split('.').filter(Boolean).slice(0, knownKept)
  return {
    has: (request: FastifyRequest, email: string) => marks(request).some((mark) => equalSecrets(mark, markOf(email))),
    add(request: FastifyRequest, reply: FastifyReply, email: string) {
      const mark = markOf(email)
      const all = [mark, ...marks(request).filter((other) => other !== mark)].slice(0, knownKept)
      reply.setCookie(knownCookie, all.join('.'), {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: secure(config),
        maxAge: 365 * 24 * 3600,
      })
    },
  }
}
