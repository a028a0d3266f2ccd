import type { Db } from '../../../platform/index.ts'
import { billingErrors } from '../errors.ts'
import type { PlanVersion } from '../plans/plan.row.ts'
import { type Proration, prorate } from './proration.ts'
import type { SubscriptionWithPlan } from './subscription.row.ts'

const priceOf = ({ amount, currency, interval }: PlanVersion) =>
  amount === null || interval === null ? null : { amount, currency, interval }

/**
 * Cost of a change to another plan, or version of the plan, now, by the database's clock. 409 `renewal-unpaid`: an unpaid period is worth no credit.
 * 422 `plan-not-comparable`.
 */
export const prorateChange = async (
  db: Db,
  { id, plan, period_from: from, period_to: to }: SubscriptionWithPlan,
  target: PlanVersion,
): Promise<Proration> => {
  const [clock] = await db.query<{ now: Date; is_unpaid: boolean }>(
    `select now(), exists (select 1 from gateway_subscriptions where subscription_id = $1 and past_due is not null) as is_unpaid`,
    [id],
  )
  if (clock?.is_unpaid) throw billingErrors.fail('renewal-unpaid')
  const [old, wanted] = [priceOf(plan), priceOf(target)]
  // Subscribers keep the version that they have, and may change to a newer one of their plan.
  const isSame = target.id === plan.id
  const proration = clock && from && to && old && wanted && !isSame && prorate(old, wanted, { from, to }, clock.now)
  if (!proration) throw billingErrors.fail('plan-not-comparable')
  return proration
}
