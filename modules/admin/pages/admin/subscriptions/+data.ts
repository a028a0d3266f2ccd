import type { PageContextServer } from 'vike/types'
import type { SubscriptionsPageData } from '../../../ui/billing/SubscriptionsPage.tsx'
import { billingServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<SubscriptionsPageData> => {
  const billing = billingServices(page)
  const state = billing.listState.subscriptions(page.urlParsed.search)
  return { state, list: await billing.subscriptions(null, state, page.locale) }
}
