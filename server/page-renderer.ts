import type { FastifyRequest } from 'fastify'
import { renderPage } from 'vike/server'
import type { PageContextServer } from 'vike/types'
import type { PageServices } from '../modules/platform/contract.ts'
import { isTransientDatabaseError, type Platform, redactUrl } from '../modules/platform/index.ts'
import { accountFiles, accountPreloads } from './account-preloads.ts'
import { NonceTemplate, newPlaceholders, type Placeholders } from './nonce-template.ts'
import type { RenderedPage } from './page-cache.ts'
import { type AccountBilling, type PageContextInit, pageContextInit } from './page-context.ts'
import { pageRoutes, type RoutedPage, routePage } from './page-routes.ts'
import { fillPageTemplate, type PageTemplate, pageTemplateOf, readDocument } from './page-template.ts'
import { serializePageData } from './serialize-page-data.ts'

type Init = PageContextInit & { urlOriginal: string }
type Hook = (page: PageContextServer) => unknown
type PageConfig = Pick<PageContextServer['config'], 'renderDocument' | 'access'> & {
  guard?: Hook
  data?: Hook
}

/** A page that Vike has rendered before, in this language, for signed-in people or for visitors. */
interface KnownPage {
  /** Version of the texts, whose preload is one of the tags in the head. */
  version: string
  template: PageTemplate
  headers: [string, string][]
  config: PageConfig
  Page: unknown
  /** The properties of the page context that the browser gets, with the values of the first document. */
  passedToClient: Readonly<Record<string, unknown>>
}

/** The context that Vike returns for a rendered page. */
type RenderedContext = Pick<KnownPage, 'config' | 'Page'> & Pick<PageContextServer, 'urlPathname'> & { pageId: string }

/**
 * URLs of documents whose decoded form means the same. Vike renders all others, such as the data of client-side navigation.
 */
const plainUrl = /^(?!.*\.pageContext\.json(?:\?|$))((?:\/[\w.~-]+)+|\/)(\?[^#]*)?$/

/**
 * Renders pages. Vike renders the first document of each page in each language, for signed-in people and for visitors. The following ones need only the parts that
 * differ between requests: guard, data and markup; tags of files and their order are known. Vike renders every response that
 * is not a plain page (redirects, errors, client-side navigation, unusual URLs).
 */
export class PageRenderer {
  private readonly known = new Map<string, KnownPage>()
  private readonly platform: Platform
  private readonly services: PageServices
  private readonly billing: AccountBilling
  private routes: Awaited<ReturnType<typeof pageRoutes>> = new Map()
  /** Files of the code for signed-in people. */
  private accountFiles: readonly string[] = []
  constructor(platform: Platform, services: PageServices, billing: AccountBilling) {
    this.platform = platform
    this.services = services
    this.billing = billing
  }

  /** Call once, when the build is loaded. Without it, as in development, Vike renders everything. */
  async readBuild(): Promise<void> {
    this.routes = await pageRoutes()
    this.accountFiles = await accountFiles()
  }

  async render(request: FastifyRequest): Promise<RenderedPage> {
    const placeholders = newPlaceholders()
    const init = {
      urlOriginal: request.url,
      cspNonce: placeholders.nonce,
      csrfToken: placeholders.csrf,
      appUrl: this.platform.config.appUrl,
      services: this.services,
      request,
      ...(await pageContextInit(this.platform, request, this.services, this.billing)),
    }
    return (await this.renderKnown(request, init, placeholders)) ?? this.renderByVike(request, init, placeholders)
  }

  /** Null when Vike has to render the page. */
  private async renderKnown(request: FastifyRequest, init: Init, values: Placeholders): Promise<RenderedPage | null> {
    const [, urlPathname, searchOriginal = null] = plainUrl.exec(request.url) ?? []
    const routed = urlPathname ? routePage(this.routes, urlPathname) : null
    const page = routed && this.known.get(keyOf(routed.pageId, init))
    if (!urlPathname || !routed || page?.version !== init.settings.messagesVersion) return null
    const context = contextOf(page, routed, { urlPathname, searchOriginal }, init)
    try {
      const { guard, data, renderDocument } = page.config
      await guard?.(context)
      if (data) Object.assign(context, { data: await data(context) })
      const parts = renderDocument?.(context) as DocumentParts
      const json = serializePageData(passedOf(page, context))
      return {
        status: statusOf(context) ?? 200,
        headers: page.headers,
        body: fillPageTemplate(page.template, parts, json, values),
      }
    } catch (error) {
      if (isTransientDatabaseError(error)) throw error
      // A redirect, an error page or a failure: Vike renders it.
      return null
    }
  }

  private async renderByVike(request: FastifyRequest, init: Init, values: Placeholders): Promise<RenderedPage> {
    const result = await renderPage({ headersOriginal: request.headers, ...init })
    const { httpResponse, errorWhileRendering, documentParts } = result as typeof result & Partial<PageContextServer>
    if (isTransientDatabaseError(errorWhileRendering)) throw errorWhileRendering
    const isFailure = errorWhileRendering && !isAbort(errorWhileRendering)
    if (isFailure) request.log.error({ err: errorWhileRendering, url: redactUrl(request.url) }, 'page failed')
    // Vike answers requests for the data of a page that failed with 200.
    const status = isFailure ? 500 : (statusOf(result) ?? httpResponse.statusCode)
    const headers = httpResponse.headers.filter(([name]) => name.toLowerCase() !== 'content-security-policy')
    const document = await httpResponse.getBody()
    const vike = documentParts ? readDocument(document, documentParts) : null
    if (!vike || !documentParts) return { status, headers, body: NonceTemplate.of([document], values) }
    if (init.user) vike.head += accountPreloads(this.accountFiles, vike)
    const { pageId, config, Page, urlPathname } = result as unknown as RenderedContext
    const { production } = this.platform.config
    // Pages for first-time visitors inline the files that the first paint needs; scripts load after it.
    const template = pageTemplateOf(vike, values, { firstPaint: production && config.access === 'public' })
    if (status === 200 && routePage(this.routes, urlPathname)?.pageId === pageId) {
      const passedToClient = JSON.parse(vike.data) as KnownPage['passedToClient']
      const version = init.settings.messagesVersion
      this.known.set(keyOf(pageId, init), { version, template, headers, config, Page, passedToClient })
    }
    return { status, headers, body: fillPageTemplate(template, documentParts, vike.data, values) }
  }
}

/** 404 for a page that is shown although its data says that its thing does not exist. */
const statusOf = (context: object): 404 | undefined => {
  const { data } = context as { data?: { notFound?: boolean } }
  return data?.notFound ? 404 : undefined
}

/**
 * Properties of the page context for the browser. Of the first document's values only Vike's own flags (`_…`) are repeated:
 * a property that this request does not have is left out, because its value belongs to another visitor.
 */
const passedOf = ({ passedToClient }: KnownPage, context: PageContextServer): object =>
  Object.fromEntries(
    Object.entries(passedToClient).flatMap(([name, value]) => {
      if (name in context) return [[name, context[name as keyof PageContextServer]]]
      return name.startsWith('_') ? [[name, value]] : []
    }),
  )

/** Documents of signed-in people name more files. */
const keyOf = (pageId: string, { locale, user }: Init): string => `${pageId} ${locale} ${user !== null}`

/** The page context as Vike makes it for the first page of a visit, with the properties that pages read. */
const contextOf = (
  { config, Page }: KnownPage,
  { pageId, routeParams }: RoutedPage,
  { urlPathname, searchOriginal }: { urlPathname: string; searchOriginal: string | null },
  init: Init,
): PageContextServer => {
  const search: Record<string, string> = {}
  const searchAll: Record<string, string[]> = {}
  for (const [name, value] of new URLSearchParams(searchOriginal ?? '')) {
    search[name] = value
    searchAll[name] = [...(Object.hasOwn(searchAll, name) ? (searchAll[name] as string[]) : []), value]
  }
  const urlParsed = { pathname: urlPathname, search, searchAll, searchOriginal, hash: '', hashOriginal: null }
  const own = { pageId, routeParams, urlPathname, urlParsed, config, Page, isClientSideNavigation: false }
  return { ...init, ...own } as unknown as PageContextServer
}

/** Whether an error was thrown by Vike's `render` or `redirect`: the page asked for another page, and nothing failed. */
const isAbort = (error: unknown): boolean => (error as { _isAbortError?: unknown })._isAbortError === true
