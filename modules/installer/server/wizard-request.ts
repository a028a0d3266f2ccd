import type { FastifyRequest } from 'fastify'
import type { EnvironmentGuess } from './wizard.ts'

export const setupCookie = 'coffer_setup'

/** The setup token of a request: in the header `X-Setup-Token`, else in the cookie. */
export const setupTokenOf = ({ headers, cookies }: FastifyRequest): unknown =>
  headers['x-setup-token'] ?? cookies[setupCookie]

/** Public URL and proxy by which the browser has reached the server. */
export const guessEnvironment = ({ headers, protocol, host, socket }: FastifyRequest): EnvironmentGuess => {
  const [forwardedProtocol] = String(headers['x-forwarded-proto'] ?? '').split(',')
  const [forwardedHost] = String(headers['x-forwarded-host'] ?? '').split(',')
  const scheme = forwardedProtocol === 'https' ? 'https' : protocol
  const isProxied = headers['x-forwarded-for'] !== undefined
  return {
    url: `${scheme}://${forwardedHost?.trim() || host}`,
    trusted_proxies: isProxied ? (socket.remoteAddress ?? '').replace(/^::ffff:/, '') : '',
  }
}
