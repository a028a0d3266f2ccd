import { redirect, render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { PageVisit } from '../../../contract.ts'

export interface ReportPageData {
  visit: PageVisit
  token: string
  sent: boolean
  /** Code of the last attempt's error, and the texts typed then. */
  problem: string | null
  typed: { reason?: string; message?: string; email?: string }
  /** CSRF token of the form. */
  csrf: string
}

export const data = async (page: PageContextServer): Promise<ReportPageData> => {
  const token = page.routeParams.token ?? ''
  const visit = await page.services.sharePages.visit(page.request, token)
  if (visit.state === 'unavailable') throw redirect('/temporary-unavailable')
  if (!visit.share) throw render(404)
  const form = page.request.sentForm
  const sent = page.urlParsed.search.sent === '1'
  return { visit, token, sent, problem: form?.problem ?? null, typed: form?.fields ?? {}, csrf: page.csrfToken }
}
