import type { Db } from '../../../platform/index.ts'
import { formatMoney } from '../../../shared/contract.ts'
import type { AccountPlan } from '../../contract.ts'
import { runningEstimates } from '../usage/running-estimates.ts'

interface PlanRow {
  user_id: string
  name: string
  status: AccountPlan['status']
}

const fixedPlans = async (db: Db, ids: readonly string[]): Promise<Map<string, AccountPlan>> => {
  const rows = await db.query<PlanRow>(
    `select s.user_id, v.name, s.status from subscriptions s join plan_versions v on v.id = s.plan_version_id
     where s.user_id = any($1::uuid[]) and s.status in ('active', 'cancelled') and v.meters is null`,
    [ids],
  )
  return new Map(rows.map(({ user_id, name, status }) => [user_id, { name, status, estimate: null }]))
}

const meteredPlans = async (db: Db, ids: readonly string[], locale: string): Promise<Map<string, AccountPlan>> => {
  const plans = new Map<string, AccountPlan>()
  for await (const estimates of runningEstimates(db, 's.user_id = any($2::uuid[])', [ids]))
    for (const { subscription, bill, total } of estimates) {
      const money = { amount: total, currency: bill.currency }
      plans.set(subscription.user_id, {
        name: subscription.plan.name,
        status: subscription.status === 'cancelled' ? 'cancelled' : 'active',
        estimate: { ...money, formatted: formatMoney(money, locale) },
      })
    }
  return plans
}

/**
 * Plans that accounts are subscribed to now, by account; an account without a subscription is missing. Fixed plans last
 * beyond a change of the engine until they are cancelled. Estimates of metered plans are from the last recording of usage,
 * at most about an hour old: many accounts are read by one statement.
 */
export const readAccountPlans = async (
  db: Db,
  engine: 'none' | 'fixed' | 'metered',
  ids: readonly string[],
  locale: string,
): Promise<ReadonlyMap<string, AccountPlan>> => {
  if (ids.length === 0) return new Map()
  const fixed = await fixedPlans(db, ids)
  return engine === 'metered' ? new Map([...fixed, ...(await meteredPlans(db, ids, locale))]) : fixed
}

/** Whether any account is subscribed to a fixed plan, whichever the engine. */
export const hasFixedSubscriptions = async (db: Db): Promise<boolean> => {
  const [row] = await db.query<{ exists: boolean }>(
    `select exists (select 1 from plan_versions v where v.meters is null and exists (select 1 from subscriptions
       where plan_version_id = v.id and status in ('active', 'cancelled')))`,
  )
  return row?.exists ?? false
}
