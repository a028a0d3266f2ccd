import { redirect, render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { homeOf } from '../../../client/addresses.ts'
import type { PageVisit } from '../../../server/page-services.ts'

export interface LockedPageData {
  visit: PageVisit
  token: string
  asks: ('password' | 'code')[]
  /** Code of the refusal of the last try; null without one. */
  problem: string | null
  /** A code was asked for. */
  sent: boolean
  email: string
  /** The form's proof that it is ours. */
  csrf: string
}

const problemForm = /^[a-z-]{1,40}$/

/** The question for the password or the mailed code; an open link goes on at once. */
export const data = async (page: PageContextServer): Promise<LockedPageData> => {
  const token = page.routeParams.token ?? ''
  const { services, request, urlParsed, csrfToken } = page
  const visit = await services.sharing.visit(request, token)
  if (visit.state === 'unavailable') throw redirect('/temporary-unavailable')
  if (!visit.share) throw render(404)
  if (visit.state === 'open') throw redirect(homeOf(visit.share))
  const { problem, sent } = urlParsed.search
  return {
    visit,
    token,
    asks: visit.share.attributes.asks,
    problem: problem && problemForm.test(problem) ? problem : null,
    sent: sent === '1',
    email: request.cookies.share_email ?? '',
    csrf: csrfToken,
  }
}
