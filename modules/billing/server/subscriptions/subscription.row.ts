import type { RowOf } from '../../../platform/index.ts'
import type { BillingTables } from '../entities/index.ts'
import { type PlanVersion, planVersionColumns } from '../plans/plan.row.ts'
import type { SubscriptionState } from './state.ts'

export type SubscriptionRow = Omit<RowOf<BillingTables['subscriptions']>, 'plan_version_id'> & {
  plan_version_id: string
}
/** A subscription with the version of the plan that it is for. */
export interface SubscriptionWithPlan extends SubscriptionRow {
  plan: PlanVersion
}

/** Select list over `subscriptions s` joined with `plan_versions v` and `plans p`. */
export const subscriptionColumns = `s.id, s.user_id, s.plan_version_id, s.status, s.gateway, s.period_from, s.period_to,
  s.ends_at, s.created_at, s.updated_at, ${planVersionColumns('plan_')}`
export const subscriptionTables =
  'subscriptions s join plan_versions v on v.id = s.plan_version_id join plans p on p.id = v.plan_id'

type Flat = SubscriptionRow & Record<`plan_${string}`, unknown>

/** The row of a statement with `subscriptionColumns`. */
export const withNestedPlan = (row: Flat): SubscriptionWithPlan => {
  const plan: Record<string, unknown> = {}
  const subscription: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(row))
    if (key.startsWith('plan_') && key !== 'plan_version_id') plan[key.slice(5)] = value
    else subscription[key] = value
  return { ...subscription, plan } as unknown as SubscriptionWithPlan
}

export const subscriptionStateOf = (row: SubscriptionRow): SubscriptionState => ({
  status: row.status,
  planVersionId: row.plan_version_id,
  period: row.period_from && row.period_to ? { from: row.period_from, to: row.period_to } : null,
  endsAt: row.ends_at,
})
