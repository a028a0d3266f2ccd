import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The authenticated caller, as all modules see it. The users module provides it. */
export interface Principal {
  userId: string
  role: 'user' | 'admin'
  /** Cookie sessions have one; bearer tokens do not. */
  sessionId: string | null
  tokenId: string | null
  /** What a bearer token may do; null for sessions, which may do everything. */
  scopes: readonly string[] | null
  locale: string | null
}

/** Finds the caller of a request, or null. The users module registers it. */
export type Authenticator = (request: FastifyRequest) => Promise<Principal | null>

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
    /** Locale of the response: the account's, else the cookie's, else the best of the browser's, else English. */
    locale: string
  }
  interface FastifyInstance {
    setAuthenticator(authenticator: Authenticator): void
  }
}

/** Decorates requests with `principal`; exactly one authenticator is set while the app is assembled. */
export const registerPrincipal = (app: FastifyInstance): void => {
  let authenticate: Authenticator = async () => null
  app.decorateRequest('principal', null)
  app.decorate('setAuthenticator', (given: Authenticator) => {
    authenticate = given
  })
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/assets/')) return
    request.principal = await authenticate(request)
  })
}
