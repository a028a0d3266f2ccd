import { redirect, render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { shareHomePath } from '../../../client/share-paths.ts'
import { itemPageOf, type PageVisit } from '../../../contract.ts'

export interface LockedPageData {
  visit: PageVisit
  token: string
  requiredFactors: ('password' | 'code')[]
  /** Error code of the last attempt; null without one. */
  problem: string | null
  /** A code was requested. */
  sent: boolean
  email: string
  /** Path below the link's, to be opened after unlocking; null: the shared item itself. */
  page: string | null
  /** CSRF token of the form. */
  csrf: string
}

const errorCode = /^[a-z-]{1,40}$/

/** The form for the password or the emailed code; redirects when the link is open. */
export const data = async (page: PageContextServer): Promise<LockedPageData> => {
  const token = page.routeParams.token ?? ''
  const { services, request, urlParsed, csrfToken } = page
  const visit = await services.sharePages.visit(request, token)
  if (visit.state === 'unavailable') throw redirect('/temporary-unavailable')
  if (!visit.share) throw render(404)
  const { problem, sent } = urlParsed.search
  const below = itemPageOf(urlParsed.search.page)
  if (visit.state === 'open') throw redirect(below ? `/share/${token}/${below}` : shareHomePath(visit.share))
  return {
    visit,
    token,
    requiredFactors: visit.share.attributes.required_factors,
    problem: problem && errorCode.test(problem) ? problem : null,
    sent: sent === '1',
    email: request.cookies.share_email ?? '',
    page: below,
    csrf: csrfToken,
  }
}
