import type { PageContextServer } from 'vike/types'
import { requirePlan } from '../require-plan.ts'

export const data = async (page: PageContextServer) => {
  const { billing, plan } = await requirePlan(page)
  const { cursor, from } = billing.listState.subscriptions(page.urlParsed.search)
  const state = cursor === undefined ? {} : { cursor, from }
  return { plan, state, list: await billing.subscriptions(plan.id, state, page.locale) }
}
