import type { Db } from '../../../platform/index.ts'
import { gatewayTraits } from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import type { PlanVersion } from '../plans/plan.row.ts'
import type { Plans } from '../plans/plans.ts'
import { type Proration, prorate } from './proration.ts'
import type { SubscriptionWithPlan } from './subscription.row.ts'

const priceOf = ({ amount, currency, interval }: PlanVersion) =>
  amount === null || interval === null ? null : { amount, currency, interval }

/** Whether another plan, or version of the plan, is to begin with the next payment. */
const isChanging = async (db: Db, subscriptionId: string): Promise<boolean> => {
  const statement =
    'select 1 from gateway_subscriptions where subscription_id = $1 and next_plan_version_id is not null'
  return (await db.query(statement, [subscriptionId])).length > 0
}

/**
 * The offered version of a plan. While another plan is to begin, of the present one the version that the user has: it takes
 * the change back. 404 `plan-not-found`.
 */
export const changeTarget = async (
  { db, plans }: { db: Db; plans: Pick<Plans, 'find'> },
  { id, plan }: SubscriptionWithPlan,
  planId: string,
): Promise<PlanVersion> => {
  if (planId === plan.plan_id && (await isChanging(db, id))) return plan
  const target = await plans.find(planId)
  if (target.status !== 'active' || !target.visible) throw billingErrors.fail('plan-not-found')
  return target
}

/**
 * Cost of a change to another plan, or version of the plan, now, by the database's clock; nothing where the gateway changes
 * with the next payment. The present version is a change while another one is to begin then. 409 `renewal-unpaid`: an unpaid
 * period is worth no credit. 422 `plan-not-comparable`.
 */
export const prorateChange = async (
  db: Db,
  { id, plan, gateway, period_from: from, period_to: to }: SubscriptionWithPlan,
  target: PlanVersion,
): Promise<Proration> => {
  const [clock] = await db.query<{ now: Date; is_unpaid: boolean; is_changing: boolean }>(
    `select now(), coalesce(g.is_unpaid, false) as is_unpaid, g.next_plan_version_id is not null as is_changing
     from (select 1) one left join gateway_subscriptions g on g.subscription_id = $1`,
    [id],
  )
  if (clock?.is_unpaid) throw billingErrors.fail('renewal-unpaid')
  const [old, wanted] = [priceOf(plan), priceOf(target)]
  // Subscribers keep the version that they have, and may change to a newer one of their plan.
  const isSame = target.id === plan.id && !clock?.is_changing
  const proration = clock && from && to && old && wanted && !isSame && prorate(old, wanted, { from, to }, clock.now)
  if (!proration) throw billingErrors.fail('plan-not-comparable')
  if (gateway === 'system' || !gatewayTraits[gateway].changesWithPayment) return proration
  return { ...proration, credit: 0, charge: 0, due: 0, remaining: 0, period: { from, to } }
}
