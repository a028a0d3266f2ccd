import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import type { FolderQuery, Item, Listing } from '../../storage/contract.ts'
import type { StorageApi } from '../../storage/index.ts'
import type { VisitedShare } from '../contract.ts'
import { scopeOf } from './services/guard.ts'
import type { Visit, Visits } from './services/visits.ts'
import { pathOf, presentVisited, viewOf } from './share.resource.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    sharing: SharePages
  }
}

export interface PageVisit {
  state: 'missing' | 'unavailable' | 'locked' | 'open'
  share: VisitedShare | null
  /** Address of the link itself, and of its picture. */
  link: string
  card: string
  allowIndexing: boolean
  /** Where abuse is told of; null when nobody is named. */
  report: string | null
}

/** Links as pages see them. What the guard has not opened for this very request is not there. */
export interface SharePages {
  visit(request: FastifyRequest, token: string): Promise<PageVisit>
  /** 404 when it does not belong to the link. */
  folder(request: FastifyRequest, token: string, id: string, query: FolderQuery): Promise<Listing>
  item(request: FastifyRequest, token: string, id: string): Promise<Item>
}

export const createSharePages = (
  { config, settings, i18n }: Platform,
  storage: StorageApi,
  visits: Visits,
): SharePages => {
  const opened = (request: FastifyRequest): Extract<Visit, { state: 'open' }> => {
    const visit = visits.of(request)
    if (visit.state !== 'open') throw new Error('a page of a link that is not open')
    return visit
  }
  const admitted = (request: FastifyRequest, token: string) => {
    const { door, visitor } = opened(request)
    return { scope: scopeOf(door.share, visitor ?? ''), view: viewOf(token, door.item.id) }
  }
  const reportTo = async (request: FastifyRequest, link: string) => {
    const to = await settings.get('contact_email')
    if (!to) return null
    const t = i18n.translator(request.locale)
    const mail = { subject: t('sharing:report.subject'), body: t('sharing:report.body', { link }) }
    const fields = Object.entries(mail).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return `mailto:${to}?${fields.join('&')}`
  }
  return {
    async visit(request, token) {
      const visit = visits.of(request)
      const link = `${config.appUrl}${pathOf(token)}`
      return {
        state: visit.state,
        share: 'door' in visit ? presentVisited(visit.door, token, config.appUrl) : null,
        link,
        card: `${link}/card.png`,
        allowIndexing: visit.state === 'open' && visit.door.share.allow_indexing,
        report: await reportTo(request, link),
      }
    },
    async folder(request, token, id, query) {
      const { scope, view } = admitted(request, token)
      return storage.browse.folder(scope, id, query, view)
    },
    async item(request, token, id) {
      const { scope, view } = admitted(request, token)
      return (await storage.browse.item(scope, id, view)).data
    },
  }
}
