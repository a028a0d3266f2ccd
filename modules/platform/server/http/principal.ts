import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditActor } from '../audit.ts'
import { platformErrors } from '../errors.ts'

/** The authenticated caller, as all modules see it. The users module provides it. */
export interface Principal {
  userId: string
  role: 'user' | 'admin'
  /** Id of the cookie session; null for bearer tokens. */
  sessionId: string | null
  tokenId: string | null
  /** Scopes of a bearer token; null for sessions, which may do everything. */
  scopes: readonly string[] | null
  locale: string | null
}

/** Finds the caller of a request, or null. The users module registers it. */
type Authenticator = (request: FastifyRequest) => Promise<Principal | null>

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

/** The caller of an endpoint for signed-in people; throws 401 in case the endpoint does not declare its access. */
export const callerOf = ({ principal }: FastifyRequest): Principal => {
  if (!principal) throw platformErrors.fail('unauthenticated')
  return principal
}

/** The caller as the audit log names them. */
export const auditActorOf = (request: FastifyRequest): AuditActor => ({
  actorId: callerOf(request).userId,
  ip: request.ip,
})

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
