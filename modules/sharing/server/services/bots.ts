import type { FastifyRequest } from 'fastify'

/** User agents that fetch links for a messenger or a search index; not tools that people download with, such as curl. */
const previewBot =
  /bot\b|crawler|spider|externalhit|whatsapp|telegram|viber|slack|skypeuripreview|previewer|preview\b|embedly|iframely|vkshare/i

/** Prefetches and preview bots are not visits: they are not logged and get no counted download. */
export const isBotOrPrefetch = ({ headers }: FastifyRequest): boolean =>
  /prefetch|prerender/i.test(`${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`) ||
  previewBot.test(headers['user-agent'] ?? '')
