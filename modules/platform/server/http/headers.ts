import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { platformErrors } from '../errors.ts'
import type { Installation } from '../installation.ts'
import { redactUrl } from '../logger.ts'

const fixed = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=(self)',
}

/** Headers of public images that other documents show: emails in a browser, previews in messengers. */
export const crossOriginHeaders = { 'cross-origin-resource-policy': 'cross-origin' }

/** Sets the headers of every response (docs/security.md), and checks Host, so that links and caches have only one origin (A55). */
export const registerHeaders = (app: FastifyInstance, config: Config, installation: Installation): void => {
  const requireWizard = async ({ url }: FastifyRequest) => {
    if (!isWizard(url) || (await installation.done())) throw platformErrors.fail('unknown-host')
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed)
    // A URL that contains a secret must not appear in the logs of other servers.
    if (redactUrl(request.url) !== request.url) reply.header('referrer-policy', 'no-referrer')
    // Not for subdomains, which may be other programs without TLS.
    if (config.appUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=63072000')
    if (!request.url.startsWith('/assets/')) reply.header('cache-control', 'no-store')
    if (!isProbe.test(request.url) && !isAllowedHost(request, config)) return requireWizard(request)
    done()
  })
}

/**
 * The setup wizard, in which the public origin is set: until then a proxy's host name is unknown. Its pages and calls
 * require the setup token, which a foreign page does not have.
 */
const isWizard = (url: string) => /^\/(setup-wizard\/|install([/?]|$)|api\/setup\/|admin-setup$|assets\/)/.test(url)

/** Proxies and monitors send an address of their own network as Host. The responses contain no links. */
const isProbe = /^\/(health\/(live|ready)|api\/ping)([?]|$)/

/** Only clients on the same machine use these names; a tunnel or a container may change the port. */
const loopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/**
 * Allows the public origin's host, and loopback names for probes. Without APP_URL there is no public origin: then the IP
 * address that this connection has reached is allowed, which no foreign DNS name can equal.
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
