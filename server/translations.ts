import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../modules/platform/index.ts'
import { endpoint, object, optional, record, string } from '../modules/shared/contract.ts'

const getTranslations = endpoint({
  method: 'GET',
  path: '/translations/:locale',
  access: 'public',
  params: object({ locale: string({ maxLength: 40 }) }),
  query: object({ v: optional(string({ maxLength: 40 })) }),
  response: { 200: record(string(), string()) },
})

/** `GET /translations/{locale}`: key → text, flat (API.md D37); English for a locale that is not there. */
export const registerTranslations = (app: FastifyInstance, { i18n }: Platform): void =>
  serve(app, getTranslations, async ({ params, query }, _request, reply) => {
    const locale = i18n.match([params.locale]) ?? i18n.fallback
    // The version names the very texts, so a browser may keep them for ever under it.
    const kept = query.v === i18n.version(locale) ? 'public, max-age=31536000, immutable' : 'no-cache'
    reply.header('cache-control', kept)
    return i18n.messages(locale)
  })
