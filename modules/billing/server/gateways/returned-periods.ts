import type { Tx } from '../../../platform/index.ts'
import { type GatewayName, subscriptionNote } from './gateway.ts'
import { returnableAmount } from './reversal-postings.ts'

/**
 * Condition: the transaction paid for the subscription `s`, and for none that `s` replaced. A payment that does not name its
 * subscription must be posted after `s` was created.
 */
const pays = (t: string) => `${t}.user_id = s.user_id and ${t}.gateway = s.gateway and ${t}.type = 'charge'
  and ${t}.status = 'completed' and ${t}.note = '${subscriptionNote}'
  and coalesce((select g.subscription_id = s.id from gateway_subscriptions g
    where g.gateway = ${t}.gateway and g.id = ${t}.metadata->>'subscription'), ${t}.created_at >= s.created_at)`
const paysSubscription = pays('t')

const paidFrom = (t: string) =>
  `coalesce((select i.period_from from invoices i where i.transaction_id = ${t}.id), ${t}.created_at)`
const paidTo = `coalesce((select i.period_to from invoices i where i.transaction_id = t.id), t.created_at)`
const isOfPeriod = (t: string) => `s.period_from - interval '1 day' <= ${paidFrom(t)}`

/**
 * Condition: the transaction `t` paid for the running period of the subscription `s`. Paystack creates a subscription some
 * seconds after its first payment; the shortest period is a month. What credit pays, which a change of plan has left, the
 * last payments before have paid.
 */
const paysPeriod = `${paysSubscription} and s.status in ('active', 'cancelled') and (${isOfPeriod('t')}
  or (exists (select 1 from gateway_subscriptions g where g.subscription_id = s.id and g.is_paid_by_credit)
    and not exists (select 1 from ledger_transactions p where ${pays('p')} and p.id <> t.id
      and (${isOfPeriod('p')} or ${paidFrom('p')} >= ${paidTo} - interval '1 day'))))`

/** Column over `ledger_transactions t`: whether it paid for the running period of a plan, which its refund can end. */
export const paysPlanColumn = `exists (select 1 from subscriptions s
  where ${paysPeriod} and (s.ends_at is null or s.ends_at > now())) as pays_plan`

/** Refunds of the transaction `t`: whether each ends the plan, and when it was made. */
const refundsOf = `select r.ends_plan, r.completed_at as at from refund_requests r
    where r.transaction_id = t.id and r.completed_at is not null
  union all
  select v.ends_plan, v.created_at from gateway_reversals v where v.gateway = t.gateway and v.payment = t.reference
    and v.kind = 'refund' and v.status = 'taken' and v.currency = t.currency
    and not exists (select 1 from refund_requests r where r.transaction_id = t.id and r.reference = v.id)`

/**
 * Condition: a lost dispute ends the plan; a refund does if it was made at the gateway's side, or if the administrator chose so.
 * Neither does where it was stored before such returns ended plans. The last one of several decides, and none before the gateway
 * has answered to each: until then its report of an administrator's refund looks like one that was made there.
 */
const mayEnd = `exists (select 1 from gateway_reversals v where v.gateway = t.gateway and v.payment = t.reference
    and v.kind = 'dispute' and v.status = 'taken' and v.ends_plan)
  or (coalesce((select f.ends_plan from (${refundsOf}) f order by f.at desc limit 1), false)
    and not exists (select 1 from refund_requests r where r.transaction_id = t.id and r.completed_at is null))`

interface PaidTransaction {
  id: string
  amount: number
  currency: string
  subscription_id: string
  user_id: string
  may_end: boolean
  now: Date
}

/**
 * The subscription with this id at the gateway, if it has to end because all payments for its running period were returned;
 * else null. `at`: the present, by the database's clock (D48).
 */
export const findReturnedPlan = async (
  tx: Tx,
  gateway: GatewayName,
  id: string,
): Promise<{ subscriptionId: string; userId: string; at: Date } | null> => {
  const payments = await tx.query<PaidTransaction>(
    `select t.id, t.amount, t.currency, s.id as subscription_id, s.user_id, ${mayEnd} as may_end, now()
     from gateway_subscriptions g join subscriptions s on s.id = g.subscription_id join ledger_transactions t on ${paysPeriod}
     where g.gateway = $1 and g.id = $2 order by t.id`,
    [gateway, id],
  )
  const [first] = payments
  if (!first || !payments.some(({ may_end }) => may_end)) return null
  for (const payment of payments) if ((await returnableAmount(tx, payment.id, { ...payment, key: '' })) > 0) return null
  return { subscriptionId: first.subscription_id, userId: first.user_id, at: first.now }
}

/** Whether the plan that a transaction paid for has ended because its payments were returned, and has not begun again. */
export const hasEndedPlan = async (tx: Tx, transactionId: string): Promise<boolean> => {
  const rows = await tx.query(
    `select 1 from ledger_transactions t join subscriptions s on ${paysSubscription} and s.status = 'completed'
     where t.id = $1 and exists (select 1 from subscription_events e where e.subscription_id = s.id
       and e.type = 'completed' and e.details->>'isReturned' is not null)`,
    [transactionId],
  )
  return rows.length > 0
}
