import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { Billing } from '../../../../../../billing/index.ts'
import { isUuid } from '../../../../../../shared/contract.ts'
import { orNotFound } from '../../../../../../web/or-not-found.ts'
import type { PlanPageData } from '../../../../../ui/billing/PlanLayout.tsx'
import { billingServices } from '../../../../admin-services.ts'

/** The plan in the path; the 404 page for an unknown plan, or a plan of another type. */
export const requirePlan = async (
  page: PageContextServer,
): Promise<PlanPageData & { billing: Billing['administration'] }> => {
  const billing = billingServices(page)
  const { id = '', type } = page.routeParams
  if (!isUuid(id)) throw render(404)
  const plan = await orNotFound(billing.plan(id, page.locale))
  if (plan.attributes.type !== type) throw render(404)
  return { billing, plan }
}
