import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { RequestPageData } from '../../../client/request.ts'
import type {} from '../../../server/request-pages.ts'

export const data = async ({ services, request, routeParams }: PageContextServer): Promise<RequestPageData> => {
  const { token = '', id = null } = routeParams
  try {
    return { token, folder: id, now: Date.now(), ...(await services.requests.open(request, token, id ?? 'all')) }
  } catch (error) {
    if ((error as { status?: number }).status === 404) throw render(404)
    throw error
  }
}
