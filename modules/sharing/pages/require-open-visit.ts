import { redirect, render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { lockedPath } from '../client/share-paths.ts'
import { itemPageOf, type PageVisit, type PublicShareLink } from '../contract.ts'
import { problemKey } from './problem-key.ts'

export interface OpenVisit extends PageVisit {
  share: PublicShareLink
  /** Key of the error text of the download that led here. */
  problem: string | null
}

/** The link of this page; otherwise 404, or a redirect to “unavailable” or to the form that unlocks it. */
export const requireOpenVisit = async (page: PageContextServer): Promise<OpenVisit> => {
  const token = page.routeParams.token ?? ''
  const { services, request, urlParsed } = page
  const visit = await services.sharePages.visit(request, token)
  if (visit.state === 'unavailable') throw redirect('/temporary-unavailable')
  if (!visit.share) throw render(404)
  const below = urlParsed.pathname.slice(`/share/${token}/`.length)
  if (visit.state === 'locked')
    throw redirect(lockedPath(token, itemPageOf(`${below}${urlParsed.searchOriginal ?? ''}`)))
  return { ...visit, share: visit.share, problem: problemKey(urlParsed.search.problem) }
}
