import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptForms, type Platform, platformErrors, serve } from '../../platform/index.ts'
import type { EndpointSpec } from '../../shared/contract.ts'
import { withoutLanguage } from '../../web/contract.ts'
import { getConfig, getTranslations, publicFiles, setAppearance } from '../contract.ts'
import { type ConfigReader, type ConfigSources, readAppConfig } from './app-config.ts'
import { brandingRoutes } from './branding/branding.routes.ts'
import { Branding } from './branding/branding.ts'
import { cookieNoticeCookie, createSitePages, type PlanOffers } from './page-services.ts'
import { pagesRoutes } from './pages.routes.ts'
import { ContactMessages } from './services/contact-messages.ts'
import { LegalPages } from './services/legal-pages.ts'
import type { VisitorChecks } from './visitor-checks.ts'
import { robotsTxt, securityTxt, sitemapXml } from './well-known.ts'

interface SiteDeps {
  /** Appearance settings of the caller's account or browser. */
  appearanceOf(request: FastifyRequest): Pick<ConfigReader, 'theme' | 'emoji'>
  /** Stores the choice of a signed-in person with their account. */
  saveAppearance(userId: string, chosen: { theme?: string; locale?: string }): Promise<void>
  /** Who reads visitors' messages where the setting `contact_email` is empty. */
  adminEmails(): Promise<readonly string[]>
  /** Whether people can sign up. */
  canSignUp: ConfigSources['canSignUp']
  visitorChecks: VisitorChecks
  /** Plans for the home page. */
  planOffers: PlanOffers
  /** The part of the configuration that is about billing. */
  billingConfig: ConfigSources['billingConfig']
}

const yearSeconds = 31_536_000
/** A path of this server: not a URL of another site, no control characters that end a header. */
const ownPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/
const cacheForAnHour = 'public, max-age=3600'

/** Public configuration, texts and pages, and the files that browsers and crawlers request. */
export const createSite = (
  platform: Platform,
  { appearanceOf, saveAppearance, adminEmails, canSignUp, visitorChecks, planOffers, billingConfig }: SiteDeps,
) => {
  const pages = new LegalPages(platform.db, platform)
  const contact = new ContactMessages(platform, adminEmails)
  const branding = new Branding(platform)
  platform.mailer.provideLogo(() => branding.mailLogo())
  return {
    api: { pages, branding },
    stop: () => branding.stop(),
    pages: createSitePages(platform, pages, { visitorChecks, planOffers }),
    routes(app: FastifyInstance): void {
      serve(app, getConfig, async (_call, request) =>
        readAppConfig(
          platform,
          { pages, canSignUp, billingConfig },
          {
            locale: request.locale,
            signedIn: request.principal !== null,
            ...appearanceOf(request),
          },
        ),
      )

      serve(app, getTranslations, async ({ params, query }, request, reply) => {
        const { i18n, languages } = platform
        await languages.refresh()
        const locale = i18n.locales.includes(params.locale) ? params.locale : 'en'
        const version = i18n.version(locale)
        const etag = `"${version}"`
        reply.header('etag', etag)
        reply.header('cache-control', query.v === version ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (request.headers['if-none-match'] === etag) return reply.status(304).send()
        return i18n.messages(locale)
      })

      pagesRoutes(app, platform, { pages, contact, visitorChecks })
      brandingRoutes(app, platform, branding)

      app.register(async (scope) => {
        acceptForms(scope)
        serve(scope, setAppearance, async ({ body }, request, reply) => {
          const { theme, locale, notice, back = '/' } = body
          const site = request.headers['sec-fetch-site']
          if (site === 'cross-site' || site === 'same-site') throw platformErrors.fail('cross-site')
          const secure = platform.config.appUrl.startsWith('https:')
          const cookieOptions = { path: '/', sameSite: 'lax', maxAge: yearSeconds, secure } as const
          const chosen = {
            ...(theme && { theme }),
            ...(locale && platform.i18n.locales.includes(locale) && { locale }),
          }
          const { principal } = request
          if (principal?.sessionId) await saveAppearance(principal.userId, chosen)
          for (const [name, value] of Object.entries(chosen)) reply.setCookie(name, value, cookieOptions)
          if (notice === 'reset') reply.clearCookie(cookieNoticeCookie, cookieOptions)
          else if (notice) reply.setCookie(cookieNoticeCookie, notice, cookieOptions)
          const target = ownPath.test(back) ? back : '/'
          return reply.redirect(locale ? withoutLanguage(target) : target, 303)
        })
      })

      const file = (spec: EndpointSpec, type: string, read: () => string | null | Promise<string | null>) =>
        serve(app, spec, async (_call, _request, reply) => {
          const text = await read()
          if (text === null) throw platformErrors.fail('not-found')
          return reply.type(type).header('cache-control', cacheForAnHour).send(text)
        })
      file(publicFiles.robots, 'text/plain; charset=utf-8', () => robotsTxt(platform))
      file(publicFiles.sitemap, 'application/xml; charset=utf-8', () => sitemapXml(platform, { pages, canSignUp }))
      file(publicFiles.security, 'text/plain; charset=utf-8', () => securityTxt(platform))
    },
  }
}

export type Site = ReturnType<typeof createSite>
