import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { OwnRequestsData } from '../../../client/own-requests.ts'
import type {} from '../../../server/request-pages.ts'

export const data = async ({ services, request, urlParsed }: PageContextServer): Promise<OwnRequestsData> => {
  if (!request.principal) throw redirect('/sign-in?redirect=%2Fplatform%2Frequests')
  const { data, meta } = await services.requests.mine(request.principal)
  return { requests: data.map((each) => each.data), next: meta.next_cursor, asks: 'new' in urlParsed.search }
}
