import type { FastifyInstance } from 'fastify'
import { serve, sha256 } from '../../../platform/index.ts'
import { escapeHtml } from '../../../shared/contract.ts'
import { type Oembed, showOembed } from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import type { LinkEmbeds } from '../services/link-embeds.ts'

/** Characters that XML 1.0 cannot contain, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it matches
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const xmlOf = (embed: Oembed): string => {
  const fields = Object.entries(embed).map(
    ([name, value]) => `  <${name}>${escapeHtml(String(value).toWellFormed().replace(notInXml, ''))}</${name}>`,
  )
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${fields.join('\n')}\n</oembed>\n`
}

/** oEmbed: what other sites need to embed a link. Caches ask again each time, so a revoked link ends at once. */
export const oembedRoutes = (app: FastifyInstance, embeds: LinkEmbeds): void => {
  serve(app, showOembed, async ({ query }, request, reply) => {
    const { format = 'json' } = query
    if (format !== 'json' && format !== 'xml') throw sharingErrors.fail('format-not-offered')
    const embed = await embeds.describe(query, request.ip)
    const etag = `"${sha256(JSON.stringify([format, embed]))
      .toString('hex')
      .slice(0, 24)}"`
    reply.headers({ 'cache-control': 'public, no-cache', etag, 'x-robots-tag': 'noindex' })
    if (request.headers['if-none-match'] === etag) {
      reply.status(304).send()
      return undefined
    }
    if (format === 'json') return embed
    reply.header('content-type', 'text/xml; charset=utf-8').send(xmlOf(embed))
    return undefined
  })
}
