import type { PageContextServer } from 'vike/types'
import { readListPage } from '../../../../../../client/list-page.ts'
import { planOf } from '../plan-of.ts'

export const data = async (page: PageContextServer) => {
  const { billing, plan } = await planOf(page)
  return { plan, list: await billing.subscriptions(plan.id, readListPage(page.urlParsed.search), page.locale) }
}
