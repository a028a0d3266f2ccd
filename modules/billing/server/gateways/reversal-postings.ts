import type { Tx } from '../../../platform/index.ts'
import { issueCreditNote } from '../invoices/credit-notes.ts'
import { restoreInvoice } from '../invoices/restored-invoices.ts'
import type { Ledger, LedgerParty } from '../services/ledger.ts'
import type { GatewayName } from './gateway.ts'
import type { Reversal } from './gateway-client.ts'

export type ReversalKind = 'refund' | 'dispute'
export interface KnownReversal extends Reversal {
  gateway: GatewayName
  kind: ReversalKind
}
/** The ledger's transaction of a payment. */
interface PostedPayment {
  id: string
  user_id: string
  currency: string
  /** Whether it was paid into the balance of the user. */
  prepaid: boolean
  /** Whether it paid a bill of an account that still exists: its usage stays owed when a dispute takes the payment. */
  paysBill: boolean
}

const keyOf = ({ gateway, kind, id }: KnownReversal) => `${kind}:${gateway}:${id}`
/** SQL of `keyOf` for a row `r` of `gateway_reversals`. */
const storedKey = "(r.kind || ':' || r.gateway || ':' || r.id)"
const paidTo = ({ user_id, prepaid }: PostedPayment): LedgerParty => (prepaid ? { balance: user_id } : 'sales')

/** The payment with this reference at a gateway, whose row stays locked; null when it is not posted. */
export const findPayment = async (tx: Tx, gateway: GatewayName, reference: string): Promise<PostedPayment | null> => {
  const [row] = await tx.query<PostedPayment>(
    `select t.id, t.user_id, t.currency, exists (select 1 from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where e.transaction_id = t.id and a.kind = 'balance') as prepaid,
       t.metadata ? 'bill' and exists (select 1 from user_summaries u where u.id = t.user_id) as "paysBill"
     from ledger_transactions t where gateway = $1 and reference = $2 and type = 'charge' and status = 'completed'
     for no key update of t`,
    [gateway, reference],
  )
  return row ?? null
}

/**
 * Condition: the transaction `t` posts a reversal. The rest of a dispute that a failed refund leaves is posted under other
 * keys, which end with the key of the dispute (`restKeyOf`). `key`, `gateway`, `id`: SQL expressions.
 */
const postsReversal = ({ key, gateway, id }: Record<'key' | 'gateway' | 'id', string>) =>
  `t.gateway = ${gateway} and t.reference = ${id} and t.type = 'refund' and t.status = 'completed'
   and right(t.idempotency_key, length(${key})) = ${key}`
const restKeyOf = (key: string, posted: number) => `rest-${posted}-of-${key}`

/**
 * Part of `amount` that can still be returned from a payment, whose row stays locked: a gateway reports one movement of
 * money twice, as a refund and as a dispute that the refund settled. Postings with its `key` and failed refunds do not
 * count.
 */
export const returnableAmount = async (tx: Tx, id: string, rest: { key: string; amount: number }): Promise<number> => {
  const [payment] = await tx.query<{ amount: number; currency: string; gateway: string; reference: string }>(
    'select amount, currency, gateway, reference from ledger_transactions where id = $1 for no key update',
    [id],
  )
  if (!payment) return 0
  const [back] = await tx.query<{ amount: number }>(
    `select coalesce(sum(t.amount), 0)::bigint as amount from (
       select ${storedKey} as key, id from gateway_reversals r where gateway = $1 and payment = $2
       union
       select 'refund:' || $1 || ':' || reference, reference from refund_requests
       where transaction_id = $3 and reference is not null) k
     join ledger_transactions t on ${postsReversal({ key: 'k.key', gateway: '$1', id: 'k.id' })} and t.currency = $4
     where t.idempotency_key <> $5 and not exists (
       select 1 from ledger_transactions f where f.idempotency_key = 'failed-' || t.idempotency_key)`,
    [payment.gateway, payment.reference, id, payment.currency, rest.key],
  )
  return Math.max(0, Math.min(rest.amount, payment.amount - (back?.amount ?? 0)))
}

/** Number and sum of the transactions that a dispute has posted. */
const postedOf = async (tx: Tx, { gateway, id, key }: { gateway: string; id: string; key: string }) => {
  const [posted] = await tx.query<{ count: number; amount: number }>(
    `select count(*)::int as count, coalesce(sum(t.amount), 0)::bigint as amount from ledger_transactions t
     where ${postsReversal({ key: '$3::text', gateway: '$1', id: '$2' })}`,
    [gateway, id, key],
  )
  return posted ?? { count: 0, amount: 0 }
}

/**
 * Posts returned money, with its credit note; its user owes the part of the balance that was spent since. A lost dispute of
 * a bill reduces no sales: its amount is owed again, and its invoice stays as it is. Of a dispute that
 * was posted in part, posts the rest; one in another currency than the payment's, as of the buyer's bank, takes all that is
 * left. `posted-before`: by an administrator's refund. `settled`: the payment had been returned before.
 */
export const postReversal = async (
  tx: Tx,
  ledger: Ledger,
  reversal: KnownReversal,
  payment: PostedPayment,
): Promise<'posted' | 'owed' | 'posted-before' | 'settled'> => {
  const { gateway, kind, id } = reversal
  const { currency } = payment
  const first = keyOf(reversal)
  const posted = kind === 'dispute' ? await postedOf(tx, { gateway, id, key: first }) : { count: 0, amount: 0 }
  const key = posted.count === 0 ? first : restKeyOf(first, posted.count)
  const wanted = reversal.currency === currency ? reversal.amount - posted.amount : Number.POSITIVE_INFINITY
  const amount = await returnableAmount(tx, payment.id, { key, amount: wanted })
  if (amount === 0) return 'settled'
  // A refund is the operator's decision, and reduces the sales.
  const isBillOwed = kind === 'dispute' && payment.paysBill && !payment.prepaid
  const result = await ledger.post(tx, {
    userId: payment.user_id,
    amount,
    currency,
    type: 'refund',
    gateway,
    reference: id,
    key,
    from: isBillOwed ? { debt: payment.user_id } : paidTo(payment),
    to: { gateway },
    isOwed: true,
    note: kind === 'refund' ? 'Refund' : 'Dispute',
  })
  if (result === 'insufficient') throw new Error('what is owed needs no balance')
  if (result === 'posted-before') return result
  if (isBillOwed) return 'owed'
  await issueCreditNote(tx, { transactionId: payment.id, key, reason: kind })
  return result
}

/**
 * Undoes a refund that failed after it was posted: its money is here again. False: the refund was not posted, or is undone
 * already. Reversals of the payment that were posted in part, or not at all, because the refund stood for the same money are
 * applied again.
 */
export const undoRefund = async (
  tx: Tx,
  ledger: Ledger,
  reversal: KnownReversal,
  payment: PostedPayment,
): Promise<boolean> => {
  const { gateway, id } = reversal
  const [refund] = await tx.query<{ amount: number; currency: string }>(
    "select amount, currency from ledger_transactions where idempotency_key = $1 and status = 'completed'",
    [keyOf(reversal)],
  )
  if (!refund) return false
  const key = `failed-${keyOf(reversal)}`
  const result = await ledger.post(tx, {
    ...refund,
    userId: payment.user_id,
    type: 'credit',
    gateway,
    reference: id,
    key,
    from: { gateway },
    to: paidTo(payment),
    note: 'Refund failed',
  })
  if (result !== 'posted') return false
  await tx.query(
    `update gateway_reversals r set applied_status = null where gateway = $1 and payment = $2 and status = 'taken'
     and case when r.kind = 'dispute' then r.currency <> $3 or r.amount > (select coalesce(sum(t.amount), 0) from ledger_transactions t
         where ${postsReversal({ key: storedKey, gateway: 'r.gateway', id: 'r.id' })})
       else r.currency = $3 and not exists (select 1 from ledger_transactions t where t.idempotency_key = ${storedKey}) end`,
    [gateway, reversal.payment, payment.currency],
  )
  await restoreInvoice(tx, { refundKey: keyOf(reversal), key })
  return true
}
