import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, platformErrors } from '../errors.ts'
import { networkOf } from '../network-of.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import { rateLimits } from '../rate-limits.ts'
import type { Principal } from './principal.ts'

/** A call of a program, which a personal token authenticates. */
interface ProtocolCall {
  principal: Principal
  request: FastifyRequest
  reply: FastifyReply
}

interface Protocol {
  /** Beginning of the URLs, without a slash at its end: `/dav`. */
  path: string
  /** Shown by programs that ask for the user name and the token. */
  realm: string
  /** All methods that `handle` answers, also those that it rejects. */
  methods: readonly string[]
  /** Methods that change nothing, for which a token of the scope `read` is enough. All others need `write`. */
  reading: readonly string[]
  limiter: RateLimiter
  /** Sends the response itself, or resolves with the reply. It reads the body from `request.raw`. */
  handle(call: ProtocolCall): Promise<FastifyReply>
  sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

const authenticated = async ({ realm, limiter }: Protocol, request: FastifyRequest, reply: FastifyReply) => {
  const { principal, ip, headers } = request
  if (principal?.tokenId) {
    await limiter.consumeBatched(rateLimits.protocolCallsPerAccount, [principal.userId])
    return principal
  }
  // Many programs send a call without a token first; only wrong ones count.
  if (headers.authorization) await limiter.consumeBatched(rateLimits.wrongTokensPerNetwork, [networkOf(ip)])
  reply.header('www-authenticate', `Basic realm="${realm}", charset="UTF-8"`)
  throw platformErrors.fail('unauthenticated')
}

/**
 * Registers a protocol of other programs than browsers, with URLs and methods of its own. Callers need a personal token, as
 * `Bearer` or as the password of `Basic`; cookies are never read, so there is nothing that another site could use.
 */
export const serveProtocol = (app: FastifyInstance, protocol: Protocol): void => {
  for (const method of protocol.methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.setErrorHandler((error, request, reply) => protocol.sendError(error, request, reply))
    for (const url of [protocol.path, `${protocol.path}/*`])
      scope.route({
        method: [...protocol.methods],
        url,
        bodyLimit: Number.MAX_SAFE_INTEGER,
        // Some programs ask for it and then misread lengths; contents are never compressed.
        compress: false,
        config: { access: 'token', served: true, longUrl: true, readsBody: true },
        handler: async (request, reply) => {
          const principal = await authenticated(protocol, request, reply)
          const scopeNeeded = protocol.reading.includes(request.method) ? 'read' : 'write'
          if (principal.scopes?.includes(scopeNeeded) === false) throw platformErrors.fail('scope-missing')
          return protocol.handle({ principal, request, reply })
        },
      })
  })
}

/** Headers that an error brings along, such as `Retry-After`. */
export const errorHeaders = (error: unknown): Record<string, string> =>
  error instanceof AppError ? (error.extras.headers ?? {}) : {}
