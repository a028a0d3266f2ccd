import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, networkOf } from '../../../platform/index.ts'
import { prefsCookie } from '../../../web/contract.ts'
import type { AccessLog } from './access-log.ts'
import { type Door, type ShareGuard, scopeOf } from './guard.ts'
import { isNobody } from './robots.ts'
import { asksOf } from './unlock.ts'

/** A link as one page request meets it. */
export type Visit =
  | { state: 'missing' | 'unavailable' }
  | { state: 'locked'; door: Door }
  | { state: 'open'; door: Door; visitor: string | null }

export interface PageAdmission {
  /** Key of the page cache: a text that many visitors share; null for a page that is not cached; undefined for the whole request. */
  cacheKey?: string | null
  /** Other sites may show the page in a frame (API.md D41). */
  isFrameable?: boolean
}

/** Asked before each page, cached or new: the guard decides about every single request (A17). */
export type PageEntrance = (request: FastifyRequest, reply: FastifyReply) => Promise<PageAdmission>

export interface VisitsDeps {
  guard: ShareGuard
  accessLog: AccessLog
}

const sharePage = /^\/share\/([A-Za-z0-9_-]{6,64})(\/files|\/file)?/
const missing: Visit = { state: 'missing' }

/**
 * An unprotected visitor's link shows everybody the same and changes nothing, so that its owner's embed code may frame it.
 * Never with a session, whose clicks the page around it could steer.
 */
const isOpenToFrames = (door: Door, { principal }: FastifyRequest) =>
  !principal && door.share.permission === 'visitor' && asksOf(door).length === 0

/** What pages learn of links: found once per request, before anything is rendered. */
export class Visits {
  private readonly met = new WeakMap<FastifyRequest, Visit>()
  private readonly deps: VisitsDeps
  constructor(deps: VisitsDeps) {
    this.deps = deps
  }

  /** What the guard has said about the link of this page. */
  of(request: FastifyRequest): Visit {
    return this.met.get(request) ?? missing
  }

  readonly enter: PageEntrance = async (request, reply) => {
    const [, token, content] = sharePage.exec(request.url) ?? []
    if (!token) return {}
    const visit = await this.meet(request, reply, token)
    this.met.set(request, visit)
    if (visit.state !== 'open' || !visit.door.share.allow_indexing) reply.header('x-robots-tag', 'noindex')
    if (visit.state !== 'open') return { cacheKey: null }
    const isFrameable = isOpenToFrames(visit.door, request)
    if (!content) return { cacheKey: null, isFrameable }
    if (!isNobody(request)) this.opened(visit, request)
    // A signed-in person's page carries their name: it is found by the whole request, cookies included.
    if (request.principal || request.headers.authorization) return {}
    const { share, owner } = visit.door
    const { theme, [prefsCookie]: prefs } = request.cookies
    const facts = [share.id, share.password_version, +share.updated_at, owner.avatar]
    const cacheKey = JSON.stringify(['share', request.url, request.locale, theme, prefs, ...facts])
    return { cacheKey, isFrameable }
  }

  private async meet(request: FastifyRequest, reply: FastifyReply, token: string): Promise<Visit> {
    try {
      const door = await this.deps.guard.find(request, token)
      if (door.locked) return { state: 'locked', door }
      return { state: 'open', door, visitor: await this.visitor(request, reply) }
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      return { state: error.code === 'share-unavailable' ? 'unavailable' : 'missing' }
    }
  }

  /** Looking is open to any number of browsers; those beyond what a network may bring in are not told apart. */
  private async visitor(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    try {
      return await this.deps.guard.visitor(request, reply)
    } catch (error) {
      if (error instanceof AppError && error.status === 429) return null
      throw error
    }
  }

  /** Nobody waits for the log. */
  private opened({ door, visitor }: Extract<Visit, { state: 'open' }>, { ip, headers }: FastifyRequest): void {
    const { accessLog } = this.deps
    if (visitor === null) {
      accessLog.crowd(door.share.id)
      return
    }
    const { share, item, owner, recipientId } = door
    const admission = { share, item, owner, recipientId, visitor, scope: scopeOf(share, visitor) }
    // A program that keeps no cookies is somebody new at each request.
    const who = headers.cookie?.includes(visitor) ? visitor : `${networkOf(ip)} ${headers['user-agent']}`
    accessLog.visited(admission, ip, who)
  }
}
