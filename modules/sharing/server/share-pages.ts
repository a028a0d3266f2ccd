import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import type { FolderQuery, Item, Listing, ParentRef } from '../../storage/contract.ts'
import type { StorageApi } from '../../storage/index.ts'
import type { FilePreview, PageVisit } from '../contract.ts'
import { isBotOrPrefetch } from './services/bots.ts'
import type { FilePreviews } from './services/file-previews.ts'
import { shareScope } from './services/share-scope.ts'
import { presentPublicShareLink, sharePath, sharePresentation } from './share-link.resource.ts'
import type { ShareLinkRow } from './share-link.row.ts'
import type { SharePageAccess, ShareVisit } from './share-page-access.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    sharePages: SharePages
  }
}

/** Links for pages. Reads only items that `SharePageAccess` has allowed for this very request. */
interface SharePages {
  visit(request: FastifyRequest, token: string): Promise<PageVisit>
  /** 404 when it does not belong to the link. */
  folder(request: FastifyRequest, token: string, id: string, query: FolderQuery): Promise<Listing>
  item(request: FastifyRequest, token: string, id: string): Promise<{ data: Item; meta: { path: ParentRef[] } }>
  /** Preview of a file for its page. */
  previewOf(request: FastifyRequest, item: Item): Promise<FilePreview>
}

const downloadCountOf = ({ allow_download, max_downloads }: ShareLinkRow): Pick<PageVisit, 'downloadCount'> =>
  allow_download ? { downloadCount: max_downloads === null ? 'logged' : 'limited' } : {}

export const createSharePages = (
  { config }: Platform,
  storage: StorageApi,
  previews: FilePreviews,
  pageAccess: SharePageAccess,
): SharePages => {
  const openVisit = (request: FastifyRequest): Extract<ShareVisit, { state: 'open' }> => {
    const visit = pageAccess.visit(request)
    if (visit.state !== 'open') throw new Error('a page of a link that is not open')
    return visit
  }
  const scopeAndView = (request: FastifyRequest, token: string) => {
    const { lookup, visitor } = openVisit(request)
    return { scope: shareScope(lookup.share, visitor), view: sharePresentation(token, lookup.item.id) }
  }
  return {
    async visit(request, token) {
      const visit = pageAccess.visit(request)
      const link = `${config.appUrl}${sharePath(token)}`
      return {
        state: visit.state,
        share: 'lookup' in visit ? presentPublicShareLink(visit.lookup, token, config.appUrl) : null,
        link,
        ogImage: `${link}/card.png`,
        allowIndexing: visit.state === 'open' && visit.lookup.share.allow_indexing,
        ...(visit.state === 'open' && downloadCountOf(visit.lookup.share)),
        report: 'lookup' in visit ? `${sharePath(token)}/report` : null,
      }
    },
    async folder(request, token, id, query) {
      const { scope, view } = scopeAndView(request, token)
      const { item } = openVisit(request).lookup
      // The visit has just read the shared folder itself.
      return id === item.id
        ? storage.browse.visitedRoot(scope, item, query, view)
        : storage.browse.folder(scope, id, query, view)
    },
    async item(request, token, id) {
      const { scope, view } = scopeAndView(request, token)
      return storage.browse.item(scope, id, view)
    },
    async previewOf(request, item) {
      return previews.ofLink(openVisit(request).lookup.share, item, { visited: !isBotOrPrefetch(request) })
    },
  }
}
