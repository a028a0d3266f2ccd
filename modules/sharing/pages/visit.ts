import { redirect, render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { lockedPath } from '../client/addresses.ts'
import type { VisitedShare } from '../contract.ts'
import type { PageVisit } from '../server/page-services.ts'
import { problemKey } from './problem.ts'

export interface OpenVisit extends PageVisit {
  share: VisitedShare
  /** Key of what refused the download that led here. */
  problem: string | null
}

/** The link of this page, or the page that stands in its place: 404, “unavailable”, the question for the password. */
export const openVisit = async (page: PageContextServer): Promise<OpenVisit> => {
  const token = page.routeParams.token ?? ''
  const { services, request } = page
  const visit = await services.sharing.visit(request, token)
  if (visit.state === 'unavailable') throw redirect('/temporary-unavailable')
  if (!visit.share) throw render(404)
  if (visit.state === 'locked') throw redirect(lockedPath(token))
  return { ...visit, share: visit.share, problem: problemKey(page.urlParsed.search.problem) }
}

/** What does not belong to the link is a 404 page. */
export const found = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const { status } = error as { status?: number }
    if (status === 404 || status === 422) throw render(404)
    throw error
  }
}
