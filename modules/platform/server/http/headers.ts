import type { FastifyInstance, FastifyRequest } from 'fastify'
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
    if (!isAllowedHost(request, config)) throw platformErrors.fail('unknown-host')
  })
}

/** Whoever asks by these names is on the same machine, whatever port a tunnel or a container gives it. */
const loopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/**
 * The public origin's host, and loopback names for probes. Without APP_URL there is no public origin: then the address
 * that this connection has reached, which no name of somebody else's can be made to equal.
 */
const isAllowedHost = ({ headers, raw: { socket } }: FastifyRequest, { appUrl, appUrlFixed, host: name }: Config) => {
  const host = headers.host?.toLowerCase() ?? ''
  if (loopback.test(host)) return true
  if (appUrlFixed) return host === new URL(appUrl).host
  const reached = (socket.localAddress ?? '').replace(/^::ffff:/, '')
  const listening = [reached.includes(':') ? `[${reached}]` : reached, name.toLowerCase()]
  return (
    listening.some((address) => host === address && socket.localPort === 80) ||
    listening.some((address) => host === `${address}:${socket.localPort}`)
  )
}
