import type { PageContextServer } from 'vike/types'
import type { AuditPageData } from '../../../ui/audit/AuditPage.tsx'
import { adminServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<AuditPageData> => {
  const admin = adminServices(page)
  const query = admin.auditQuery(page.urlParsed.search)
  return { query, page: await admin.audit(query) }
}
