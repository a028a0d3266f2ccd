import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Who is calling, as far as every module needs to know. Filled by the users module. */
export interface Principal {
  userId: string
  role: 'user' | 'admin'
  /** Cookie sessions have one; bearer tokens do not. */
  sessionId: string | null
  tokenId: string | null
  locale: string | null
}

/** Finds the caller of a request, or null. Registered by the users module. */
export type Authenticator = (request: FastifyRequest) => Promise<Principal | null>

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
    /** Locale of this answer: the user's, else the cookie's or browser's best, else the installation's. */
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
