import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { codeOf } from '../../../../shared/contract.ts'
import { orNotFound } from '../../../../web/or-not-found.ts'
import type { FileRequestPageData } from '../../../client/file-request.api.ts'
import type {} from '../../../server/file-request-pages.ts'
import { problemKey } from '../../problem-key.ts'

const countIn = (text: string | undefined) => (/^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 0)

export const data = async ({
  services,
  request,
  routeParams,
  urlParsed,
  csrfToken,
}: PageContextServer): Promise<FileRequestPageData> => {
  const { token = '', id = null } = routeParams
  const { sent, rejected, problem } = urlParsed.search
  const htmlForm = {
    csrf: csrfToken,
    sent: countIn(sent),
    rejected: countIn(rejected),
    // The URL is untrusted: control characters could reverse the text's direction.
    names: (urlParsed.searchAll.name ?? [])
      .slice(0, 3)
      .map((name) => name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 160)),
    problem: problemKey(problem),
  }
  try {
    return {
      token,
      folder: id,
      htmlForm,
      botCheck: await services.users.visitorBotCheck(request),
      ...(await orNotFound(services.fileRequests.open(request, token, id ?? 'all'))),
    }
  } catch (error) {
    if (codeOf(error) === 'request-unavailable') throw redirect('/temporary-unavailable')
    throw error
  }
}
