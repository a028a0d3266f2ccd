import { type AuditActor, newId, type Tx } from '../../../platform/index.ts'
import { parseMoney } from '../../../shared/contract.ts'
import type { BillingTables } from '../entities/index.ts'
import { billingErrors } from '../errors.ts'
import type { Ledger } from '../services/ledger.ts'
import { uuidOf } from '../services/uuid-of.ts'
import { type GatewayName, gatewayNames, subscriptionNote } from './gateway.ts'
import type { Gateways } from './gateways.ts'
import { requireAccepted } from './require-accepted-amount.ts'
import { leftToReturn } from './reversal-postings.ts'

/** A payment that was made at a gateway. */
interface Payment {
  user_id: string
  currency: string
  gateway: GatewayName
  payment: string
  /** Whether it was paid into the balance of the user. */
  prepaid: boolean
  /** Whether a gateway charged it for a plan. */
  of_subscription: boolean
}
export interface RefundRequest extends Payment {
  id: string
  transaction_id: string
  /** Minor units. */
  amount: number
  reason: string
  actor_id: string
  ip: string
  reference: string | null
  ends_plan: boolean
}

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

const paid = `t.type = 'charge' and t.status = 'completed' and t.reference is not null
  and t.gateway in (${gatewayNames.map((name) => `'${name}'`).join(', ')})`
/** Sum of the refunds that administrators requested, without refunds that failed after the gateway had carried them out. */
const requested = `select sum(q.amount) from refund_requests q where q.transaction_id = t.id and not exists (
    select 1 from gateway_reversals f where f.gateway = t.gateway and f.kind = 'refund' and f.id = q.reference
    and f.status = 'closed')`
/**
 * Sum of refunds and disputes at the gateway's side, without the administrators' refunds, which the gateway reports under
 * the id that they have here.
 */
const reversed = `select sum(v.amount) from gateway_reversals v
  where v.gateway = t.gateway and v.payment = t.reference and v.status <> 'closed' and not exists (
    select 1 from refund_requests r where r.transaction_id = t.id and r.reference = v.id and v.kind = 'refund')`
/** Column over `ledger_transactions t`: minor units that an administrator can give back. */
export const refundableColumn = `(case when ${paid}
  then greatest(t.amount - coalesce((${requested}), 0) - coalesce((${reversed}), 0), 0) else 0 end)::bigint as refundable`

const isPrepaid = `exists (select 1 from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transaction_id = t.id and a.kind = 'balance')`
const paymentColumns = `t.user_id, t.currency, t.gateway, t.reference as payment, ${isPrepaid} as prepaid,
  coalesce(t.note, '') = '${subscriptionNote}' as of_subscription`
/** Requests with their payments; `r` is the request. */
export const requestsSql = `select r.id, r.transaction_id, r.amount, r.reason, r.actor_id, r.ip, r.reference, r.ends_plan, ${paymentColumns}
  from refund_requests r join ledger_transactions t on t.id = r.transaction_id`

/** Amount that refunds which are not posted yet will take from a balance, in minor units. */
const openFromBalance = async (tx: Tx, userId: string, currency: string): Promise<number> => {
  const [open] = await tx.query<{ amount: number }>(
    `select coalesce(sum(r.amount), 0)::bigint as amount from refund_requests r
     join ledger_transactions t on t.id = r.transaction_id
     where r.completed_at is null and t.user_id = $1 and t.currency = $2 and ${isPrepaid}`,
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
  const [payment] = await tx.query<Payment & { refundable: number }>(
    `select ${paymentColumns}, ${refundableColumn} from ledger_transactions t where t.id = $1`,
    [transactionId],
  )
  if (!payment) throw billingErrors.fail('transaction-not-found')
  const { refundable, currency, prepaid, user_id: userId } = payment
  const asked = amount === undefined ? 'rest' : parseMoney(amount, currency)
  const id = key === undefined ? newId() : uuidOf(`refund:${transactionId}:${asked}:${key}`)
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
  requireAccepted(await gateways.require(payment.gateway), { amount: minor, currency })
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
  const amount = await leftToReturn(tx, transaction, { ...request, key })
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
