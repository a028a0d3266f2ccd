import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, acceptForms, crossOriginHeaders, type Platform, serve } from '../../../platform/index.ts'
import { type StorageApi, storageActions } from '../../../storage/index.ts'
import { downloadDirect, itemPageOf, shareOgImage, shareOgPage, submitUnlockForm } from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import { trackDownload } from '../services/download-tracking.ts'
import type { Downloads } from '../services/downloads.ts'
import type { OgImages } from '../services/og-images.ts'
import type { ShareUnlocker } from '../services/unlock.ts'
import type { UnlockCookies } from '../services/unlock-cookie.ts'
import { sharePath } from '../share-link.resource.ts'
import { validEmail } from '../validate-email.ts'
import { setBoundedCookie } from './set-cookie.ts'
import type { ShareHttpAuthorizer } from './share-http-authorizer.ts'
import { downloaderOf } from './share-token-auth.ts'

interface SharePageRoutesDeps {
  storage: StorageApi
  authorizer: ShareHttpAuthorizer
  downloads: Downloads
  unlockCookies: UnlockCookies
  unlocker: ShareUnlocker
  ogImages: OgImages
}

/** URLs with a token, which must not be sent to other sites as referrer. */
const carriesToken = /^\/share\/|^\/api\/sharing\/|^\/(?:file|thumbnail)\/[^?]*\?(?:.*&)?share=/
/** URLs of downloads that a link's pages contain; these pages show their errors. */
const downloadUrl = /^\/(?:file|thumbnail)\/|^\/api\/sharing\/zip\/([^/?]+)\?/

/** Values of `Sec-Fetch-Dest` for responses shown as pages; `iframe`: other sites may embed the pages of links. */
const pageDestinations = ['document', 'iframe']

/** Token of the link whose download a browser tab or an embedded page navigates to, or null. */
const linkOfNavigation = ({ method, url, headers }: FastifyRequest): string | null => {
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return null
  if (!pageDestinations.includes(String(headers['sec-fetch-dest'] ?? 'document'))) return null
  const [download, token] = downloadUrl.exec(url) ?? []
  return download === undefined ? null : (token ?? new URLSearchParams(url.split('?')[1]).get('share'))
}

const emailCookie = 'share_email'

/** Routes of links beside pages and API: the direct download, the preview image, the form that unlocks. */
export const sharePageRoutes = (app: FastifyInstance, { log, config }: Platform, deps: SharePageRoutesDeps): void => {
  const { storage, authorizer, downloads, unlockCookies, unlocker, ogImages } = deps

  app.addHook('onRequest', async (request, reply) => {
    if (!carriesToken.test(request.url)) return
    reply.header('referrer-policy', 'no-referrer')
    const token = linkOfNavigation(request)
    if (token)
      request.errorRedirect = ({ namespace, code }) =>
        `/share/${encodeURIComponent(token)}?problem=${namespace}.${code}`
  })

  serve(app, downloadDirect, async ({ params }, request, reply) => {
    const access = await authorizer.authorize(request, reply, params.token)
    const { scope, item } = access
    if (item.is_folder) throw sharingErrors.fail('no-direct-download')
    const begin = trackDownload({ downloads, log }, access, downloaderOf(request))
    const caller = { scope, cacheable: false, begin }
    await storageActions.sendFile(storage, caller, item.id, 'attachment', request, reply)
    return undefined
  })

  serve(app, shareOgImage, async ({ params }, request, reply) => {
    const { content, etag } = await ogImages.get(await authorizer.find(request, params.token), request.locale)
    reply.headers({ 'content-type': 'image/png', 'cache-control': 'private, no-cache', etag, ...crossOriginHeaders })
    reply.header('x-robots-tag', 'noindex')
    if (request.headers['if-none-match'] === etag) reply.status(304).send()
    else reply.send(content)
    return undefined
  })

  serve(app, shareOgPage, async ({ params }, _request, reply) => {
    reply.redirect(sharePath(encodeURIComponent(params.token)), 302)
    return undefined
  })

  app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, submitUnlockForm, async ({ params, body }, request, reply) => {
      const { token } = params
      const path = `${sharePath(token)}/authenticate`
      const cookieOptions = {
        path,
        httpOnly: true,
        sameSite: 'lax',
        secure: config.appUrl.startsWith('https:'),
      } as const
      const page = itemPageOf(body.page)
      /** Redirects to the form again, which keeps the page to open. */
      const formWith = (result: Record<string, string>) =>
        reply.redirect(`${path}?${new URLSearchParams({ ...result, ...(page && { page }) })}`, 303)
      const lookup = await authorizer.find(request, token)
      try {
        request.checkCsrf(body.csrf)
        if (body.email) reply.setCookie(emailCookie, body.email, { ...cookieOptions, maxAge: 900 })
        if (body.intent === 'code' || (body.intent === 'enter' && !body.code)) {
          await unlocker.sendCode(lookup, token, validEmail(body.email ?? ''), request)
          return formWith({ sent: '1' })
        }
        const proof = await unlocker.unlock(lookup, body, request.ip)
        setBoundedCookie(request, reply, unlockCookies.create(lookup.share, proof))
        reply.clearCookie(emailCookie, cookieOptions)
        return reply.redirect(`${sharePath(token)}${page ? `/${page}` : ''}`, 303)
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error
        // The code that was sent, or that came by email earlier, stays the next thing to enter.
        return formWith({ problem: error.code, ...((body.sent || body.code) && { sent: '1' }) })
      }
    })
  })
}
