import type { Platform, Sql, Tx } from '../../../platform/index.ts'
import type { Money } from '../../../shared/contract.ts'
import { administratorIds } from './administrator-ids.ts'
import { type GatewayName, subscriptionNote } from './gateway.ts'

interface PaidMoney extends Money {
  userId: string
  gateway: GatewayName
  /** The gateway's id of it. */
  payment: string
}

/** Notifies administrators of a payment that buys nothing: they may want to refund it. */
export const reportUnneeded = async (
  tx: Tx,
  audit: Platform['audit'],
  { userId: target, ...details }: PaidMoney,
): Promise<void> => {
  const { amount, currency } = details
  await audit({ actorId: null, action: 'billing.payment.unneeded', target, details }, tx)
  for (const userId of await administratorIds(tx)) tx.emit('billing.payment.unneeded', { userId, amount, currency })
}

/** Whether the account was not deleted. */
export const accountExists = async (sql: Sql, userId: string): Promise<boolean> =>
  (await sql.query('select 1 from user_summaries where id = $1', [userId])).length > 0

/**
 * Payments for a plan that this subscription has replaced although its own checkout had begun before that plan: its user did
 * not know of the plan, and paid both.
 */
export const findPaidTwice = (tx: Tx, subscriptionId: string, begunAt: Date): Promise<PaidMoney[]> =>
  tx.query<PaidMoney>(
    `select t.user_id as "userId", t.gateway, t.reference as payment, t.amount, t.currency
     from subscriptions s join subscriptions f on f.user_id = s.user_id and f.id <> s.id
     join ledger_transactions t on t.user_id = f.user_id and t.gateway = f.gateway and t.created_at >= f.created_at
       and t.type = 'charge' and t.status = 'completed' and t.note = '${subscriptionNote}'
     where s.id = $1
       and exists (select 1 from subscription_events e where e.subscription_id = f.id and e.type = 'completed'
         and e.details->>'replacedBy' = s.id::text)
       and exists (select 1 from subscription_events e where e.subscription_id = f.id and e.type = 'activated'
         and e.created_at > $2)`,
    [subscriptionId, begunAt],
  )
