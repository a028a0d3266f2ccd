import { redirect, render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { PageVisit } from '../../../server/share-pages.ts'

export interface ReportPageData {
  visit: PageVisit
  token: string
  sent: boolean
  /** The last attempt failed. */
  failed: boolean
  /** CSRF token of the form. */
  csrf: string
}

export const data = async (page: PageContextServer): Promise<ReportPageData> => {
  const token = page.routeParams.token ?? ''
  const visit = await page.services.sharePages.visit(page.request, token)
  if (visit.state === 'unavailable') throw redirect('/temporary-unavailable')
  if (!visit.share) throw render(404)
  const { sent, problem } = page.urlParsed.search
  return { visit, token, sent: sent === '1', failed: Boolean(problem), csrf: page.csrfToken }
}
