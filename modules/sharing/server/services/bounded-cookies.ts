import type { FastifyReply } from 'fastify'

/**
 * Sets a cookie, and removes the oldest ones that match `similar` beyond `max`: cookies of all links together must fit
 * into the headers that the server accepts (16 KiB). Browsers send the oldest first (RFC 6265, 5.4).
 */
export const setBoundedCookie = (
  reply: FastifyReply,
  [name, value, options]: Parameters<FastifyReply['setCookie']>,
  { similar, max }: { similar: RegExp; max: number },
): void => {
  const others = Object.keys(reply.request.cookies).filter((other) => similar.test(other) && other !== name)
  for (const oldest of others.slice(0, Math.max(0, others.length + 1 - max))) reply.clearCookie(oldest, options)
  reply.setCookie(name, value, options)
}
