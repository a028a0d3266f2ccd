import { toIso } from '../../../shared/contract.ts'
import type { Subscription } from '../../contract.ts'
import { presentPlan } from '../plans/plan.resource.ts'
import type { PaymentMethodPage } from './subscription-changes.ts'
import type { ListedSubscription } from './subscription-list.ts'

export const presentSubscription = (row: ListedSubscription, locale: string): Subscription => ({
  id: row.id,
  type: 'subscription',
  attributes: {
    name: row.plan.name,
    status: row.status,
    is_cancelled: row.status === 'cancelled',
    driver: row.gateway,
    trial_ends_at: null,
    renews_at: row.status === 'active' ? toIso(row.period_to) : null,
    ends_at: toIso(row.ends_at),
    past_due: row.status === 'active' && row.past_due !== null ? { url: row.payment_url } : null,
    is_unpaid: row.status === 'active' && row.is_unpaid === true,
    next_plan: row.status === 'active' ? row.next_plan : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  },
  relationships: {
    plan: { data: presentPlan(row.plan, locale) },
    user: { data: { id: row.user_id, type: 'users', attributes: { name: row.user_name, email: row.user_email } } },
  },
})

export const presentPaymentMethodPage = ({ gateway, url }: PaymentMethodPage) => ({ driver: gateway, url })
