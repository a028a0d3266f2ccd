import type { FastifyInstance } from 'fastify'
import { isApiUrl } from './urls.ts'

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': '*, Authorization',
  'access-control-max-age': '7200',
}

/**
 * Lets scripts of any origin call `/api` with a personal token. Never with cookies: without `Access-Control-Allow-Credentials` browsers
 * neither send the request with them nor show its response, and `checkCsrf` rejects other origins.
 */
export const registerCors = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isApiUrl(request.url)) return done()
    reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' })
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    // A preflight names no account, and does not count as a call.
    if (isPreflight) return reply.status(204).headers(preflight).send()
    done()
  })
}
