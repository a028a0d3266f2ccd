import type { Tx } from '../../../platform/index.ts'
import { type GatewayName, subscriptionNote } from './gateway.ts'
import { leftToReturn } from './reversal-postings.ts'

/** Condition: `t` paid for `s` and for none that it replaced. A payment without the id of its subscription is posted after that. */
const paysSubscription = `t.user_id = s.user_id and t.driver = s.driver and t.type = 'charge' and t.status = 'completed'
  and t.note = '${subscriptionNote}' and coalesce((select g.subscription_id = s.id from gateway_subscriptions g
    where g.gateway = t.driver and g.id = t.metadata->>'subscription'), t.created_at >= s.created_at)`

/**
 * Condition: the transaction `t` paid for the period of the subscription `s` that runs. Paystack creates a subscription some
 * seconds after its first payment; the shortest period is a month.
 */
const paysPeriod = `${paysSubscription} and s.status in ('active', 'cancelled') and s.period_from - interval '1 day' <=
    coalesce((select i.period_from from invoices i where i.transaction_id = t.id), t.created_at)`

/** Column over `ledger_transactions t`: whether a plan can end with the refund of what was paid for its period. */
export const paysPlanColumn = `exists (select 1 from subscriptions s
  where ${paysPeriod} and (s.ends_at is null or s.ends_at > now())) as pays_plan`

/** A lost dispute ends a plan; a refund does if the administrator chose so, with the last one of several. */
const mayEnd = `exists (select 1 from gateway_reversals v where v.gateway = t.driver and v.payment = t.reference
    and v.kind = 'dispute' and v.status = 'taken')
  or coalesce((select r.ends_plan from refund_requests r where r.transaction_id = t.id and r.completed_at is not null
    order by r.completed_at desc limit 1), false)`

interface PaidTransaction {
  id: string
  amount: number
  currency: string
  subscription_id: string
  user_id: string
  may_end: boolean
}

/**
 * The subscription here that a gateway has under this id, if it has to end: nothing is left of what was paid for the period
 * that runs.
 */
export const findReturned = async (
  tx: Tx,
  gateway: GatewayName,
  id: string,
): Promise<{ subscriptionId: string; userId: string } | null> => {
  const payments = await tx.query<PaidTransaction>(
    `select t.id, t.amount, t.currency, s.id as subscription_id, s.user_id, ${mayEnd} as may_end
     from gateway_subscriptions g join subscriptions s on s.id = g.subscription_id join ledger_transactions t on ${paysPeriod}
     where g.gateway = $1 and g.id = $2 order by t.id`,
    [gateway, id],
  )
  const [first] = payments
  if (!first || !payments.some(({ may_end }) => may_end)) return null
  for (const payment of payments) if ((await leftToReturn(tx, payment.id, { ...payment, key: '' })) > 0) return null
  return { subscriptionId: first.subscription_id, userId: first.user_id }
}
