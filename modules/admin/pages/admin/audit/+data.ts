import type { PageContextServer } from 'vike/types'
import { readAuditState } from '../../../client/audit-query.ts'
import type { AuditPageData } from '../../../ui/audit/AuditPage.tsx'
import { adminServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<AuditPageData> => {
  const admin = adminServices(page)
  const query = readAuditState(page.urlParsed.search, admin.isAuditQuery)
  return { query, page: await admin.audit(query) }
}
