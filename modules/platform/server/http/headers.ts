import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { platformErrors } from '../errors.ts'
import { redactUrl } from '../logger.ts'

const fixed = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=(self)',
}

/** Headers of every answer (SECURITY.md §4) and the Host check: links and caches know one origin only (A55). */
export const registerHeaders = (app: FastifyInstance, config: Config): void => {
  const secure = config.appUrl.startsWith('https:')
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(fixed)
    // An address that is a key in itself goes to nobody else's log.
    if (redactUrl(request.url) !== request.url) reply.header('referrer-policy', 'no-referrer')
    if (secure) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
    if (!request.url.startsWith('/assets/')) reply.header('cache-control', 'no-store')
    if (config.appUrlFixed && !allowedHost(request.headers.host, config.appUrl))
      throw platformErrors.fail('unknown-host')
  })
}

const allowedHost = (host: string | undefined, appUrl: string) =>
  host === new URL(appUrl).host || /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '')
