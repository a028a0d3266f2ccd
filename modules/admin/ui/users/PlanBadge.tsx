import type { AccountPlan } from '../../../billing/contract.ts'
import { Badge, useT } from '../../../web/ui.ts'

/** The fixed plan of an account; without a subscription that is the free one. */
export const PlanBadge = ({ plan }: { plan: AccountPlan | null }) => {
  const t = useT()
  if (!plan) return <Badge>{t('admin:userBilling.free')}</Badge>
  return <Badge tone={plan.status === 'active' ? 'success' : 'warning'}>{plan.name}</Badge>
}
