import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NewCookie } from '../services/link-call.ts'

/**
 * Sets a cookie, and removes the oldest similar ones beyond its bound: cookies of all links together must fit into the
 * headers that the server accepts (16 KiB). Browsers send the oldest first (RFC 6265, 5.4).
 */
export const setBoundedCookie = (request: FastifyRequest, reply: FastifyReply, cookie: NewCookie): void => {
  const { name, value, options, bound } = cookie
  if (bound) {
    const others = Object.keys(request.cookies).filter((other) => bound.similar.test(other) && other !== name)
    for (const oldest of others.slice(0, Math.max(0, others.length + 1 - bound.max))) reply.clearCookie(oldest, options)
  }
  reply.setCookie(name, value, options)
  // Later steps of the same request read the new cookie.
  request.cookies[name] = value
}

/** Sets a cookie as a header now: responses with a file's content bypass the framework's cookie hook. */
export const setCookieHeader = (request: FastifyRequest, reply: FastifyReply, cookie: NewCookie): void => {
  const { name, value, options } = cookie
  reply.header('set-cookie', reply.server.serializeCookie(name, value, options))
  request.cookies[name] = value
}
