import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { RequestPageData } from '../../../client/request.ts'
import type {} from '../../../server/request-pages.ts'

export const data = async ({
  services,
  request,
  routeParams,
  urlParsed,
}: PageContextServer): Promise<RequestPageData> => {
  const { token = '', id = null } = routeParams
  const { sent, problem } = urlParsed.search
  const [, namespace, code] = /^(sharing|storage|platform)\.([a-z-]{1,40})$/.exec(problem ?? '') ?? []
  const plain = {
    csrf: request.cookies['XSRF-TOKEN'] ?? '',
    sent: /^[1-9]\d{0,3}$/.test(sent ?? '') ? Number(sent) : 0,
    problem: code ? `${namespace}:error.${code}` : null,
  }
  try {
    return { token, folder: id, now: Date.now(), plain, ...(await services.requests.open(request, token, id ?? 'all')) }
  } catch (error) {
    if ((error as { status?: number }).status === 404) throw render(404)
    throw error
  }
}
