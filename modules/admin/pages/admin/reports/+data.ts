import type { PageContextServer } from 'vike/types'
import type { ReportQuery } from '../../../contract.ts'
import type { ReportsPageData } from '../../../ui/reports/ReportsPage.tsx'
import { adminServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<ReportsPageData> => {
  const admin = adminServices(page)
  const state = page.urlParsed.search.state === 'resolved' ? 'resolved' : 'open'
  const { before } = page.urlParsed.search
  const query: ReportQuery = { state, ...(before ? { before } : {}) }
  return { state, page: await admin.reports(admin.isReportQuery(query) ? query : { state }) }
}
