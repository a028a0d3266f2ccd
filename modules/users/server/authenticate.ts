import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config, Principal } from '../../platform/index.ts'
import { isSameEmail } from '../../shared/contract.ts'
import { sessionCookie } from './cookies.ts'
import type { PersonalAccessTokens } from './services/personal-access-tokens.ts'
import type { SignedInUser } from './services/session-cache.ts'
import type { Sessions } from './services/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's account, with the columns that every page shows; null for visitors. */
    account: SignedInUser | null
  }
}

const principalOf = (account: SignedInUser): Principal => ({
  userId: account.user_id,
  role: account.role,
  sessionId: account.session_id,
  tokenId: account.token_id,
  scopes: account.scopes,
  locale: account.locale,
})

/** User name and password of `Authorization: Basic`; null for another header. */
const basicOf = (header: string): { name: string; password: string } | null => {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1]
  const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  return name === undefined || password === undefined ? null : { name, password }
}

/**
 * The caller of a request by bearer token, else by session cookie. A wrong token never falls back to the cookie. Protocols
 * of programs (`serveProtocol`) read no cookie; for those that know only `Basic`, the password is a token, and the name its
 * account's email. The account's own password is never taken: it would bypass the second factor.
 */
export const registerAuthenticator = (
  app: FastifyInstance,
  config: Config,
  sessions: Sessions,
  tokens: PersonalAccessTokens,
): void => {
  const findNamed = async (header: string): Promise<SignedInUser | null> => {
    const basic = basicOf(header)
    const account = basic && (await tokens.find(basic.password))
    return account && isSameEmail(account.email, basic.name) ? account : null
  }
  const find = (request: FastifyRequest): Promise<SignedInUser | null> | null => {
    const { authorization = '' } = request.headers
    const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
    if (bearer) return tokens.find(bearer)
    if (request.routeOptions.config?.access === 'token') return findNamed(authorization)
    const cookie = request.cookies[sessionCookie(config)]
    return cookie ? sessions.find(cookie) : null
  }
  app.decorateRequest('account', null)
  app.setAuthenticator(async (request) => {
    const account = (await find(request)) ?? null
    // Endpoints check scopes themselves. Pages cannot: they are for browsers, which send no token.
    const isPage = !request.routeOptions.config?.served
    request.account = isPage && account?.token_id ? null : account
    return request.account && principalOf(request.account)
  })
}
