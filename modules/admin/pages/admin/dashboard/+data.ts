import type { PageContextServer } from 'vike/types'
import type { DashboardData } from '../../../ui/dashboard/DashboardPage.tsx'
import { adminServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<DashboardData> => {
  const admin = adminServices(page)
  const [dashboard, newest, health, transactions] = await Promise.all([
    admin.dashboard(page.locale),
    admin.newestUsers(),
    admin.health(),
    page.engine === 'none' ? null : admin.billing.newestTransactions(page.locale),
  ])
  return { dashboard, newest, health, transactions }
}
