import type { PageContextServer } from 'vike/types'
import type { DashboardData } from '../../../ui/dashboard/DashboardPage.tsx'
import { adminServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<DashboardData> => {
  const admin = adminServices(page)
  const [dashboard, newest, health, transactions, metered] = await Promise.all([
    admin.dashboard(page.locale),
    admin.newestUsers(),
    admin.health(),
    page.engine === 'none' ? null : admin.billing.newestTransactions(page.locale),
    page.engine === 'metered' ? admin.billing.meteredPlan() : null,
  ])
  return { dashboard, newest, health, transactions, lacksPlan: page.engine === 'metered' && !metered }
}
