import type { FastifyRequest } from 'fastify'

/** Robots that look at links for a messenger or an index. Not programs that people download with, such as curl. */
const previewRobot =
  /bot\b|crawler|spider|externalhit|whatsapp|telegram|viber|slack|skypeuripreview|previewer|preview\b|embedly|iframely|vkshare/i

/** A prefetch is nobody's wish yet, and a preview robot is nobody: neither opens a link, neither gets its bytes. */
export const isNobody = ({ headers }: FastifyRequest): boolean =>
  /prefetch|prerender/i.test(`${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`) ||
  previewRobot.test(headers['user-agent'] ?? '')
