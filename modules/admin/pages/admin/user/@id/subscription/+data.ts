import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { UserBillingData } from '../../../../../ui/billing/UserSubscriptionPage.tsx'
import { billingServices } from '../../../../admin-services.ts'
import { requireUser } from '../require-user.ts'

export const data = async (page: PageContextServer): Promise<UserBillingData> => {
  const { user } = await requireUser(page)
  const billing = await billingServices(page).user(user.id, page.locale)
  if (!billing) throw render(404)
  return { user, billing }
}
