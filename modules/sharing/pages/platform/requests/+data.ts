import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { FileRequestsPageData } from '../../../client/owned-file-requests.api.ts'
import type {} from '../../../server/file-request-pages.ts'

export const data = async ({ services, request, urlParsed }: PageContextServer): Promise<FileRequestsPageData> => {
  if (!request.principal) throw redirect('/sign-in?redirect=%2Fplatform%2Frequests')
  const { data, meta } = await services.fileRequests.owned(request.principal)
  return { requests: data.map((each) => each.data), next: meta.next_cursor, openNew: 'new' in urlParsed.search }
}
