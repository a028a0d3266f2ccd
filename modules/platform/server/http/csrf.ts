import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { platformErrors } from '../errors.ts'
import { deriveKey, equalSecrets, hmac, randomToken } from '../keys.ts'

const csrfCookie = 'XSRF-TOKEN'

declare module 'fastify' {
  interface FastifyReply {
    /** Sets the readable XSRF-TOKEN cookie, bound to `sessionId` (null before sign-in), and returns its value. */
    issueCsrf(sessionId: string | null): string
  }
}

/** The header's token; some clients send it URI-encoded. Empty when it is missing or malformed. */
const decoded = (header: unknown): string => {
  try {
    return typeof header === 'string' ? decodeURIComponent(header) : ''
  } catch {
    return ''
  }
}

/**
 * Double-submit cookie, bound to the session: the cookie's value is `nonce.HMAC(nonce, session)`, which clients repeat in
 * `X-XSRF-TOKEN` (docs/http-api.md). Sec-Fetch-Site and Origin are checked too, so that a leaked token alone is not enough.
 */
export const registerCsrf = (app: FastifyInstance, config: Config): void => {
  const key = deriveKey(config.appKey, 'csrf')
  const sign = (nonce: string, sessionId: string | null) => hmac(key, `${nonce}.${sessionId ?? 'anonymous'}`)
  const isValid = (token: string, sessionId: string | null) => {
    const [nonce, signature] = token.split('.')
    return Boolean(nonce && signature && equalSecrets(signature, sign(nonce, sessionId)))
  }
  app.decorateReply('issueCsrf', function (this: FastifyReply, sessionId: string | null) {
    const current = this.request.cookies[csrfCookie]
    if (current && isValid(current, sessionId)) return current
    const nonce = randomToken(16)
    const token = `${nonce}.${sign(nonce, sessionId)}`
    this.setCookie(csrfCookie, token, { path: '/', sameSite: 'lax', secure: config.appUrl.startsWith('https:') })
    return token
  })
  app.decorateRequest('checkFetched', function (this: FastifyRequest) {
    const { origin, 'sec-fetch-site': site = 'same-origin', 'sec-fetch-dest': target = 'empty' } = this.headers
    if (site !== 'same-origin' || target !== 'empty' || (origin && origin !== config.appUrl))
      throw platformErrors.fail('cross-site')
  })
  app.decorateRequest('checkCsrf', function (this: FastifyRequest, formToken?: string) {
    const { origin, 'sec-fetch-site': site, 'x-xsrf-token': header } = this.headers
    if (site === 'cross-site' || site === 'same-site') throw platformErrors.fail('cross-site')
    // Browsers send `null` with forms of pages without a referrer; their token is checked below.
    const isFormWithoutOrigin = formToken !== undefined && origin === 'null'
    if (origin && origin !== config.appUrl && !isFormWithoutOrigin) throw platformErrors.fail('cross-site')
    const token = formToken ?? decoded(header)
    if (token !== this.cookies[csrfCookie] || !isValid(token, this.principal?.sessionId ?? null))
      throw platformErrors.fail('csrf-mismatch')
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Throws unless this request comes from the installation's own pages. `formToken`: the hidden field of a plain form. */
    checkCsrf(formToken?: string): void
    /** Throws when a browser sends this for another site, a form, a link or an image instead of a script of our own pages. */
    checkFetched(): void
  }
}
