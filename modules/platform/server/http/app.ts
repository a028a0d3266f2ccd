import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Platform } from '../platform.ts'
import { registerBroadcasting, registerSockets } from '../realtime/index.ts'
import { registerApiLimit } from './api-limit.ts'
import { registerBodyMemory } from './body-memory.ts'
import { registerBodyTimeout } from './body-timeout.ts'
import { registerCors } from './cors.ts'
import { registerCsrf } from './csrf.ts'
import { registerErrors } from './errors.ts'
import { registerGracefulShutdown } from './graceful-shutdown.ts'
import { registerHeaders } from './headers.ts'
import { registerLocale, registerPersonalLocale } from './locale.ts'
import { enforceMinSendThroughput } from './min-send-throughput.ts'
import { registerPrincipal } from './principal.ts'
import { rejectEncodedBodies } from './reject-encoded-bodies.ts'
import { RequestLogger } from './request-logger.ts'
import { requireDeclaredAccess } from './require-access.ts'
import { streamedTypes } from './streamed-bodies.ts'
import { registerUnreadBodies } from './unread-bodies.ts'
import { registerUrlChecks } from './urls.ts'

/** Creates the Fastify instance with everything that all routes need: limits, errors, cookies, caller, locale, CSRF, headers. */
export const createHttp = async (platform: Platform): Promise<FastifyInstance> => {
  const { config, log, i18n, installation, tracing } = platform
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, bindings, options) => new RequestLogger(logger, bindings, options),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // Unique across processes and restarts: logs name it, and error responses carry it as X-Request-Id.
    genReqId: () => randomUUID(),
    bodyLimit: 1 << 20,
    // Headers must arrive within 20 s, checked every 5 s (A70). Bodies have no common limit: streams enforce a minimum
    // throughput, JSON bodies a timeout. Clients must receive responses at a minimum throughput too
    // (`enforceMinSendThroughput`).
    connectionTimeout: 0,
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16 << 10 },
    routerOptions: { maxParamLength: 600 },
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  // Registered first, so that the trace covers the work of other hooks.
  tracing?.requests(app)
  registerGracefulShutdown(app)
  const stopThroughputCheck = enforceMinSendThroughput(app.server)
  app.addHook('onClose', async () => stopThroughputCheck())
  registerUnreadBodies(app)
  requireDeclaredAccess(app)
  app.decorate('served', new Map())
  app.decorate('servedByPath', new Map())
  app.decorate('accessErrors', new Map())
  await app.register(fastifyCookie)
  // For pages, lists and texts. The build compresses assets; users' files are sent uncompressed.
  await app.register(fastifyCompress, {
    // Decompression would take over the request's stream; encoded bodies are rejected below.
    globalDecompression: false,
    threshold: 1_400,
    encodings: ['br', 'gzip'],
    customTypes: /^(text\/html|application\/json)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  // Bodies are JSON, or a stream that the route reads itself; text and forms are rejected (A48).
  app.removeContentTypeParser('text/plain')
  // Programs that name this type for every call send it without a body too: then it is a call without fields.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  )
  for (const type of streamedTypes) app.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
  registerErrors(app, i18n)
  registerHeaders(app, config, installation)
  registerCors(app)
  registerLocale(app, i18n)
  registerPrincipal(app)
  registerPersonalLocale(app, i18n)
  rejectEncodedBodies(app)
  registerBodyTimeout(app)
  registerBodyMemory(app)
  registerApiLimit(app, config, platform.limiter)
  registerUrlChecks(app, installation)
  registerCsrf(app, config)
  await registerSockets(app, config, platform.realtime)
  registerBroadcasting(app, config, platform.realtime)
  return app
}
