import type { PageContextServer } from 'vike/types'
import type { PlansPageData } from '../../../ui/billing/PlansPage.tsx'
import { billingServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<PlansPageData> => {
  const billing = billingServices(page)
  const state = billing.listState.plans(page.urlParsed.search)
  const [engine, metered, list] = await Promise.all([
    billing.engine(),
    billing.meteredPlan(),
    billing.plans(state, page.locale),
  ])
  return { type: engine === 'metered' ? 'metered' : 'fixed', metered, state, list }
}
