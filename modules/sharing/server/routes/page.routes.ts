import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, acceptForms, type Platform, serve } from '../../../platform/index.ts'
import { type StorageApi, storageDeeds } from '../../../storage/index.ts'
import { downloadShared, shareCard, submitKeys } from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import type { Cards } from '../services/cards.ts'
import type { Downloads } from '../services/downloads.ts'
import type { ShareGuard } from '../services/guard.ts'
import type { Mails } from '../services/mails.ts'
import type { Passes } from '../services/pass.ts'
import { takingOf } from '../services/takings.ts'
import type { Unlock } from '../services/unlock.ts'
import { pathOf } from '../share.resource.ts'

export interface PageRoutesDeps {
  storage: StorageApi
  guard: ShareGuard
  downloads: Downloads
  passes: Passes
  unlock: Unlock
  mails: Mails
  cards: Cards
}

/** The token in an address must reach no other site. */
const telling = /^\/share\/|^\/api\/sharing\/|^\/(?:file|thumbnail)\/[^?]*\?(?:.*&)?share=/
/** Bytes of a link: addresses that its pages link to, and whose refusals those pages tell. */
const bytes = /^\/(?:file|thumbnail)\/|^\/api\/sharing\/zip\/([^/?]+)\?/

/** The link whose bytes a person's window asks for, or null. What saves under a name of its own shows no page. */
const linkOfWindow = ({ method, url, headers }: FastifyRequest): string | null => {
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return null
  if ((headers['sec-fetch-dest'] ?? 'document') !== 'document') return null
  const [found, token] = bytes.exec(url) ?? []
  return found === undefined ? null : (token ?? new URLSearchParams(url.split('?')[1]).get('share'))
}

const emailCookie = 'share_email'

/** What of a link is no page and no call: the direct download, the picture for messengers, the form that unlocks. */
export const pageRoutes = (app: FastifyInstance, { i18n, log, config }: Platform, deps: PageRoutesDeps): void => {
  const { storage, guard, downloads, passes, unlock, mails, cards } = deps

  app.addHook('onRequest', async (request, reply) => {
    if (!telling.test(request.url)) return
    reply.header('referrer-policy', 'no-referrer')
    const token = linkOfWindow(request)
    if (token)
      request.refusedTo = ({ namespace, code }) => `/share/${encodeURIComponent(token)}?problem=${namespace}.${code}`
  })

  /** Refusals as one plain sentence: the address is opened by people. */
  const plainly = async (request: FastifyRequest, reply: FastifyReply, deed: () => Promise<unknown>) => {
    try {
      return await deed()
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      reply.status(error.status).headers({ 'x-robots-tag': 'noindex', ...error.extras.headers })
      const text = i18n.translator(request.locale)(`${error.namespace}:error.${error.code}`, error.extras.values)
      return reply.type('text/plain; charset=utf-8').send(text)
    }
  }

  serve(app, downloadShared, async ({ params }, request, reply) => {
    await plainly(request, reply, async () => {
      const admission = await guard.admit(request, reply, params.token)
      const { scope, item } = admission
      if (item.is_folder) throw sharingErrors.fail('no-direct-download')
      const begin = takingOf({ downloads, log }, admission, request)
      return storageDeeds.sendFile(storage, { scope, keeps: false, begin }, item.id, true, request, reply)
    })
    return undefined
  })

  serve(app, shareCard, async ({ params }, request, reply) => {
    const { content, etag } = await cards.of(await guard.find(request, params.token), request.locale)
    reply.headers({ 'content-type': 'image/png', 'cache-control': 'private, no-cache', etag })
    // Messengers show it on their own pages.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    reply.header('x-robots-tag', 'noindex')
    if (request.headers['if-none-match'] === etag) reply.status(304).send()
    else reply.send(content)
    return undefined
  })

  app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, submitKeys, async ({ params, body }, request, reply) => {
      const { token } = params
      const path = `${pathOf(token)}/authenticate`
      const remembered = { path, httpOnly: true, sameSite: 'lax', secure: config.appUrl.startsWith('https:') } as const
      await plainly(request, reply, async () => {
        const door = await guard.find(request, token)
        try {
          request.checkCsrf(body.csrf)
          if (body.email) reply.setCookie(emailCookie, body.email, { ...remembered, maxAge: 900 })
          if (body.wish === 'code') {
            const made = await unlock.code(door, body.email ?? '', request.ip)
            if (made) await mails.code(made.email, { item: door.item.name, code: made.code, path: pathOf(token) })
            return reply.redirect(`${path}?sent=1`, 303)
          }
          passes.give(reply, door.share, await unlock.open(door, body, request.ip))
          reply.clearCookie(emailCookie, remembered)
          return reply.redirect(pathOf(token), 303)
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error
          return reply.redirect(`${path}?problem=${error.code}`, 303)
        }
      })
      return undefined
    })
  })
}
