import type { PageContextServer } from 'vike/types'
import { readListPage } from '../../../client/list-page.ts'
import type { PlansPageData } from '../../../ui/billing/PlansPage.tsx'
import { billingServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<PlansPageData> => {
  const billing = billingServices(page)
  const [engine, metered, list] = await Promise.all([
    billing.engine(),
    billing.meteredPlan(),
    billing.plans(readListPage(page.urlParsed.search), page.locale),
  ])
  return { type: engine === 'metered' ? 'metered' : 'fixed', metered, list }
}
