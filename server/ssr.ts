import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cardFormPage, moneyCollected, subscriptionChanged } from '../modules/billing/contract.ts'
import type { PageServices } from '../modules/platform/contract.ts'
import {
  accountChanged,
  languagesChanged,
  type Platform,
  platformErrors,
  settingsChanged,
} from '../modules/platform/index.ts'
import type { AuthorizePage } from '../modules/sharing/index.ts'
import { acceptsThirdPartyServices, cookieNoticeState } from '../modules/site/index.ts'
import { contentSecurityPolicy } from './csp.ts'
import { failurePage } from './failure-page.ts'
import { PageCache, type RenderedPage } from './page-cache.ts'
import type { AccountBilling } from './page-context.ts'
import { PageRenderer } from './page-renderer.ts'
import { isPageUrl } from './page-urls.ts'
import { servePublicFolder } from './static-files.ts'
import { serveTwemoji } from './twemoji.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const serveBuild = async (app: FastifyInstance) => {
  await import(new URL('../dist/server/entry.mjs', import.meta.url).href)
  const folder = { root: `${root}dist/client/assets`, immutable: true, maxAge: '1y', preCompressed: true }
  await servePublicFolder(app, { ...folder, prefix: '/assets/' })
}

/** These URLs are part of the HTTP contract. */
const serveSounds = (app: FastifyInstance) =>
  servePublicFolder(app, { root: `${root}modules/notifications/assets`, prefix: '/audio/', maxAge: '1d' })

const serveDev = async (app: FastifyInstance) => {
  const { createDevMiddleware } = await import('vike/server')
  // Hot reload uses its own port: on the server's port it breaks the application's websockets.
  const { devMiddleware } = await createDevMiddleware({ root, viteConfig: { server: { hmr: { port: 24_678 } } } })
  await app.register((await import('@fastify/middie')).default)
  app.use(devMiddleware)
}

/** A smaller page fits into one network packet uncompressed. */
const minGzipBytes = 1_400

const newNonce = () => randomBytes(16).toString('base64')

const acceptsGzip = ({ headers }: FastifyRequest) =>
  /(^|[,\s])gzip\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(String(headers['accept-encoding'] ?? ''))

/**
 * Whether the page leads to the forms with a bot check without a new document: all pages of visitors do, except share links
 * (renderer/+onRenderClient.tsx).
 */
const leadsToBotCheck = ({ principal, url }: FastifyRequest) => principal === null && !url.startsWith('/share/')
const outsideWizard = (request: FastifyRequest) => !/^\/(setup-wizard\/|install([/?]|$))/.test(request.url)

interface Sent {
  page: RenderedPage
  csrf: string
  isFrameable: boolean
}

/** Registers the page route: all URLs that are not API routes are rendered here and hydrated in the browser. */
export const registerPages = async (
  app: FastifyInstance,
  platform: Platform,
  services: PageServices,
  billing: AccountBilling,
  authorizePage: AuthorizePage,
): Promise<void> => {
  await (platform.config.production ? serveBuild : serveDev)(app)
  await serveSounds(app)
  await serveTwemoji(app)
  const cache = new PageCache(app, platform.workers)
  // Open pages ask for their data again at once: before the response of the change has emptied the cache.
  for (const event of [settingsChanged, languagesChanged, accountChanged, moneyCollected, subscriptionChanged])
    platform.realtime.listen(event, () => cache.clear())
  const renderer = new PageRenderer(platform, services, billing)
  if (platform.config.production) await renderer.readBuild()
  /** Where the caller enters a card, the policy allows the gateway's form. */
  const cardFormOf = ({ url, principal }: FastifyRequest) =>
    principal && url.split('?')[0] === cardFormPage ? services.billing.cardForm(principal.userId) : null
  const send = async (request: FastifyRequest, reply: FastifyReply, { page, csrf, isFrameable }: Sent) => {
    const nonce = newNonce()
    for (const [name, value] of page.headers) reply.header(name, value)
    reply.header('cache-control', 'no-store')
    reply.header('vary', 'accept-encoding')
    reply.header(
      'content-security-policy',
      contentSecurityPolicy(platform.config, nonce, {
        isFrameable,
        thirdParty: acceptsThirdPartyServices(request) ? await services.site.thirdParty() : null,
        cardForm: await cardFormOf(request),
        usesRecaptcha: leadsToBotCheck(request) && (await services.users.botCheck()).kind === 'recaptcha',
      }),
    )
    if (page.body.size < minGzipBytes || !acceptsGzip(request)) return reply.send(page.body.plain({ nonce, csrf }))
    reply.header('content-encoding', 'gzip')
    return reply.send(await page.body.gzip({ nonce, csrf }))
  }
  app.decorateReply('showPage', async function (this: FastifyReply) {
    const csrf = this.issueCsrf(this.request.principal?.sessionId ?? null)
    await authorizePage(this.request, this)
    return send(this.request, this, { page: await renderer.render(this.request), csrf, isFrameable: false })
  })
  app.decorateReply('failurePage', function (this: FastifyReply, status: 500 | 503) {
    return failurePage(platform.i18n, this, status)
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    // `pages/+guard.ts` checks the access of each page.
    config: { access: 'public', page: true },
    handler: async (request, reply) => {
      if (!isPageUrl(request.url)) throw platformErrors.fail('not-found')
      if (outsideWizard(request) && !(await platform.installation.done()))
        return reply.redirect('/setup-wizard/status-check', 302)
      const csrf = reply.issueCsrf(request.principal?.sessionId ?? null)
      const { cacheKey, isFrameable = false } = await authorizePage(request, reply)
      const sharedKey = cacheKey && `${cacheKey} ${cookieNoticeState(request)}`
      const page = await cache.get(request, () => renderer.render(request), sharedKey)
      reply.status(page.status)
      return send(request, reply, { page, csrf, isFrameable: isFrameable && page.status < 400 })
    },
  })
}
