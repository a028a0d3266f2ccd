import type { PageContextServer } from 'vike/types'
import { pageData } from '../../../../storage/ui.ts'
import { type FileRequestsPageData, requestFilters } from '../../../client/owned-file-requests.api.ts'
import { requestsPath } from '../../../client/share-badge.ts'
import type {} from '../../../server/file-request-pages.ts'

const noItems = { total: 0, perPage: 30, currentPage: 1, lastPage: 1, nextCursor: null }

/** The files screens around the page have no items of their own. */
export const data = async (page: PageContextServer): Promise<FileRequestsPageData> => {
  const files = await pageData(page, requestsPath, async () => ({
    data: [],
    meta: { paginate: noItems, root: null, path: [] },
  }))
  const { services, request } = page
  if (!request.principal) throw new Error('pageData has redirected to the sign-in page')
  const filters = requestFilters(page.urlParsed.search)
  const { data, meta } = await services.fileRequests.owned(request.principal, filters)
  return {
    ...files,
    filters,
    requests: data.map((each) => each.data),
    next: meta.next_cursor,
  }
}
