import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { platformErrors } from '../errors.ts'
import { deriveKey, equalSecrets, hmac, randomToken } from '../keys.ts'

export const csrfCookie = 'XSRF-TOKEN'

declare module 'fastify' {
  interface FastifyReply {
    /** Sets the readable XSRF-TOKEN cookie, bound to `sessionId` (null before sign-in), and returns its value. */
    issueCsrf(sessionId: string | null): string
  }
}

/** As scripts send it: some encode what the cookie holds. Empty when it is neither. */
const decoded = (header: unknown): string => {
  try {
    return typeof header === 'string' ? decodeURIComponent(header) : ''
  } catch {
    return ''
  }
}

/**
 * Double submit, bound to the session: the cookie's value is `nonce.HMAC(nonce, session)`, echoed in `X-XSRF-TOKEN`
 * (PRODUCT.md §7). Sec-Fetch-Site and Origin are checked as well, so that a leaked token alone is not enough.
 */
export const registerCsrf = (app: FastifyInstance, config: Config): void => {
  const key = deriveKey(config.appKey, 'csrf')
  const sign = (nonce: string, sessionId: string | null) => hmac(key, `${nonce}.${sessionId ?? 'anonymous'}`)
  const valid = (token: string, sessionId: string | null) => {
    const [nonce, signature] = token.split('.')
    return Boolean(nonce && signature && equalSecrets(signature, sign(nonce, sessionId)))
  }
  app.decorateReply('issueCsrf', function (this: FastifyReply, sessionId: string | null) {
    const present = this.request.cookies[csrfCookie]
    if (present && valid(present, sessionId)) return present
    const nonce = randomToken(16)
    const token = `${nonce}.${sign(nonce, sessionId)}`
    this.setCookie(csrfCookie, token, { path: '/', sameSite: 'lax', secure: config.appUrl.startsWith('https:') })
    return token
  })
  app.decorateRequest('checkCsrf', function (this: FastifyRequest, formToken?: string) {
    const { origin, 'sec-fetch-site': site, 'x-xsrf-token': header } = this.headers
    if (site === 'cross-site' || site === 'same-site') throw platformErrors.fail('cross-site')
    // Browsers send `null` with the forms of pages that tell no referrer; the token is their proof.
    const nameless = formToken !== undefined && origin === 'null'
    if (origin && origin !== config.appUrl && !nameless) throw platformErrors.fail('cross-site')
    const token = formToken ?? decoded(header)
    if (token !== this.cookies[csrfCookie] || !valid(token, this.principal?.sessionId ?? null))
      throw platformErrors.fail('csrf-mismatch')
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Throws unless this mutating request comes from our own pages; a plain form hands its hidden field's token in. */
    checkCsrf(formToken?: string): void
  }
}
