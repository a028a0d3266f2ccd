import type { PageContextServer } from 'vike/types'
import type { TransactionsPageData } from '../../../ui/billing/TransactionsPage.tsx'
import { billingServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<TransactionsPageData> => {
  const billing = billingServices(page)
  const state = billing.listState.transactions(page.urlParsed.search)
  return { state, list: await billing.transactions(state, page.locale) }
}
