import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, networkOf } from '../../platform/index.ts'
import { prefsCookie, visitorPrefs } from '../../web/contract.ts'
import type { ShareHttpAuthorizer } from './routes/share-http-authorizer.ts'
import type { AccessLog } from './services/access-log.ts'
import { isBotOrPrefetch } from './services/bots.ts'
import { isEmbeddable } from './services/link-embeds.ts'
import type { ShareLookup } from './services/share-access.ts'
import { shareScope } from './services/share-scope.ts'

/** A link, as one page request finds it. */
export type ShareVisit =
  | { state: 'missing' | 'unavailable' }
  | { state: 'locked'; lookup: ShareLookup }
  | { state: 'open'; lookup: ShareLookup; visitor: string }

interface PageDecision {
  /**
   * Key of the page cache, the same for visitors who may get the same page; null: the page is not cached; undefined: the
   * whole request is the key.
   */
  cacheKey?: string | null
  /** Other sites may embed the page (D41). */
  isFrameable?: boolean
}

/** Called before each page, cached or new: access is decided for every single request (A17). */
export type AuthorizePage = (request: FastifyRequest, reply: FastifyReply) => Promise<PageDecision>

interface SharePageAccessDeps {
  authorizer: ShareHttpAuthorizer
  accessLog: AccessLog
}

const sharePageUrl = /^\/share\/([A-Za-z0-9_-]{6,64})(\/files|\/file)?/
const missing: ShareVisit = { state: 'missing' }

/** Never with a session, whose clicks the embedding page could control. */
const isFrameableLink = (lookup: ShareLookup, { principal }: FastifyRequest) => !principal && isEmbeddable(lookup)

/** Decides access to the pages of links, once per request and before anything is rendered. */
export class SharePageAccess {
  private readonly visits = new WeakMap<FastifyRequest, ShareVisit>()
  private readonly deps: SharePageAccessDeps
  constructor(deps: SharePageAccessDeps) {
    this.deps = deps
  }

  /** The decision of `authorizePage` for this request. */
  visit(request: FastifyRequest): ShareVisit {
    return this.visits.get(request) ?? missing
  }

  readonly authorizePage: AuthorizePage = async (request, reply) => {
    const [, token, content] = sharePageUrl.exec(request.url) ?? []
    if (!token) return {}
    const visit = await this.find(request, reply, token)
    this.visits.set(request, visit)
    if (visit.state !== 'open' || !visit.lookup.share.allow_indexing) reply.header('x-robots-tag', 'noindex')
    if (visit.state !== 'open') return { cacheKey: null }
    const isFrameable = isFrameableLink(visit.lookup, request)
    if (!content) return { cacheKey: null, isFrameable }
    const isOwner = request.principal?.userId === visit.lookup.share.owner_id
    // HEAD shows nothing to anybody: checkers of links send it.
    if (request.method === 'GET' && !isOwner && !isBotOrPrefetch(request)) this.recordVisit(visit, request)
    // A signed-in user's page shows their name: it is cached by the whole request, cookies included.
    if (request.principal || request.headers.authorization) return {}
    const { share, owner } = visit.lookup
    const { theme, [prefsCookie]: cookie } = request.cookies
    const prefs = visitorPrefs(cookie)
    const versions = [share.id, share.password_version, +share.updated_at, owner.avatar]
    const cacheKey = JSON.stringify(['share', request.url, request.locale, theme, prefs, ...versions])
    return { cacheKey, isFrameable }
  }

  private async find(request: FastifyRequest, reply: FastifyReply, token: string): Promise<ShareVisit> {
    try {
      const lookup = await this.deps.authorizer.find(request, token)
      if (lookup.locked) return { state: 'locked', lookup }
      return { state: 'open', lookup, visitor: await this.deps.authorizer.identifyViewer(request, reply) }
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      return { state: error.code === 'share-unavailable' ? 'unavailable' : 'missing' }
    }
  }

  /** Not awaited: it does not delay the page. */
  private recordVisit(
    { lookup, visitor }: Extract<ShareVisit, { state: 'open' }>,
    { ip, headers }: FastifyRequest,
  ): void {
    const { accessLog } = this.deps
    if (visitor === '') {
      accessLog.countVisit(lookup.share.id)
      return
    }
    const { share, item, owner, recipientId } = lookup
    const access = { share, item, owner, recipientId, visitor, scope: shareScope(share, visitor) }
    // A client without cookies gets a new visitor id at each request.
    const client = headers.cookie?.includes(visitor) ? visitor : `${networkOf(ip)} ${headers['user-agent']}`
    accessLog.recordPageView(access, ip, client)
  }
}
