import type { PageContextServer } from 'vike/types'
import type { ReportsPageData } from '../../../ui/reports/ReportsPage.tsx'
import { adminServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<ReportsPageData> => {
  const admin = adminServices(page)
  const { state = 'open', before } = admin.reportQuery(page.urlParsed.search)
  return { state, page: await admin.reports({ state, ...(before ? { before } : {}) }) }
}
