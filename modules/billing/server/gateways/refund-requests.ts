import { type AuditActor, newId, type Tx } from '../../../platform/index.ts'
import { parseMoney } from '../../../shared/contract.ts'
import type { BillingTables } from '../entities/index.ts'
import { billingErrors } from '../errors.ts'
import type { Ledger } from '../services/ledger.ts'
import { uuidFromText } from '../services/uuid-from-text.ts'
import type { Gateways } from './gateways.ts'
import {
  isPrepaidSql,
  type RefundablePayment,
  type RefundRequest,
  refundableColumn,
  refundablePaymentColumns,
} from './refund-request.row.ts'
import { requireAcceptedAmount } from './require-accepted-amount.ts'
import { returnableAmount } from './reversal-postings.ts'

export interface NewRefund {
  transactionId: string
  /** Major units; missing: all that can still be refunded. */
  amount?: string | undefined
  reason: string
  /** Idempotency key: requests with the same key and amount refund the payment once. */
  key?: string | undefined
  /** Whether the plan that the payment was for ends, once all payments for its running period have been returned. */
  endsPlan?: boolean | undefined
}

/** Amount that refunds which are not posted yet will take from a balance, in minor units. */
const openFromBalance = async (tx: Tx, userId: string, currency: string): Promise<number> => {
  const [open] = await tx.query<{ amount: number }>(
    `select coalesce(sum(r.amount), 0)::bigint as amount from refund_requests r
     join ledger_transactions t on t.id = r.transaction_id
     where r.completed_at is null and t.user_id = $1 and t.currency = $2 and ${isPrepaidSql}`,
    [userId, currency],
  )
  return open?.amount ?? 0
}

/**
 * Stores the request for a refund. `state`: `new`, or the state of an earlier request with the same key. Errors as of
 * `Refunds.refund`.
 */
export const requestRefund = async (
  tx: Tx,
  { gateways, ledger }: { gateways: Gateways; ledger: Ledger },
  actor: AuditActor,
  { transactionId, amount, reason, key, endsPlan = false }: NewRefund,
): Promise<{ id: string; state: 'new' | 'open' | 'completed' }> => {
  // One request of an account at a time: each sees the amounts that earlier ones have reserved of its payments and balance.
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('coffer.refund:' || user_id, 0)) from ledger_transactions where id = $1`,
    [transactionId],
  )
  const [payment] = await tx.query<RefundablePayment & { refundable: number }>(
    `select ${refundablePaymentColumns}, ${refundableColumn} from ledger_transactions t where t.id = $1`,
    [transactionId],
  )
  if (!payment) throw billingErrors.fail('transaction-not-found')
  const { refundable, currency, prepaid, user_id: userId } = payment
  const asked = amount === undefined ? 'rest' : parseMoney(amount, currency)
  const id = key === undefined ? newId() : uuidFromText(`refund:${transactionId}:${asked}:${key}`)
  const requests = tx.builder<BillingTables>()
  const earlier = requests.selectFrom('refund_requests').select('completed_at').where('id', '=', id)
  const [stored] = await earlier.execute()
  if (stored) return { id, state: stored.completed_at ? 'completed' : 'open' }
  if (refundable <= 0) throw billingErrors.fail('refund-rejected')
  const minor = asked === 'rest' ? refundable : asked
  if (!minor) throw billingErrors.fail('invalid-amount')
  if (minor > refundable) throw billingErrors.fail('refund-too-high')
  // Read before the balance: a refund that is posted between the two then counts twice, not never.
  const open = prepaid ? await openFromBalance(tx, userId, currency) : 0
  if (prepaid && (await ledger.balance(userId, currency, tx)) - open < minor)
    throw billingErrors.fail('refund-above-balance')
  requireAcceptedAmount(await gateways.require(payment.gateway), { amount: minor, currency })
  const { actorId: actor_id, ip } = actor
  await requests
    .insertInto('refund_requests')
    .values({ id, transaction_id: transactionId, amount: minor, reason, actor_id, ip, ends_plan: endsPlan })
    .execute()
  return { id, state: 'new' }
}

/** Posts a refund that its gateway has carried out. False: its payment had been returned before, by a dispute. */
export const postRefund = async (
  tx: Tx,
  ledger: Ledger,
  request: RefundRequest,
  { key, reference }: { key: string; reference: string },
): Promise<boolean> => {
  const { user_id: userId, gateway, currency, reason, prepaid, transaction_id: transaction } = request
  const amount = await returnableAmount(tx, transaction, { ...request, key })
  if (amount === 0) return false
  await ledger.post(tx, {
    userId,
    amount,
    currency,
    type: 'refund',
    from: prepaid ? { balance: userId } : 'sales',
    to: { gateway },
    gateway,
    reference,
    note: 'Refund',
    metadata: { transaction, reason },
    key,
    isOwed: true,
  })
  return true
}
