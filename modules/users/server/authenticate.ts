import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config, Principal } from '../../platform/index.ts'
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

/** The caller of a request by bearer token, else by session cookie. A wrong token never falls back to the cookie. */
export const registerAuthenticator = (
  app: FastifyInstance,
  config: Config,
  sessions: Sessions,
  tokens: PersonalAccessTokens,
): void => {
  const find = (request: FastifyRequest): Promise<SignedInUser | null> | null => {
    const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (bearer) return tokens.find(bearer)
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
