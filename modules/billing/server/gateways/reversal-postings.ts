import type { Tx } from '../../../platform/index.ts'
import { issueCreditNote } from '../invoices/credit-notes.ts'
import { restoreInvoice } from '../invoices/restored-invoices.ts'
import type { Ledger, Party } from '../services/ledger.ts'
import type { Reversal } from './client.ts'
import type { GatewayName } from './gateway.ts'

export type ReversalKind = 'refund' | 'dispute'
export interface KnownReversal extends Reversal {
  gateway: GatewayName
  kind: ReversalKind
}
/** The ledger's transaction of what was paid. */
interface PostedPayment {
  id: string
  user_id: string
  /** Paid into the balance of the user. */
  prepaid: boolean
}

const keyOf = ({ gateway, kind, id }: KnownReversal) => `${kind}:${gateway}:${id}`
const paidTo = ({ user_id, prepaid }: PostedPayment): Party => (prepaid ? { balance: user_id } : 'sales')

/** The payment that a gateway calls so; null when it is not posted. */
export const findPayment = async (tx: Tx, gateway: GatewayName, reference: string): Promise<PostedPayment | null> => {
  const [row] = await tx.query<PostedPayment>(
    `select t.id, t.user_id, exists (select 1 from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where e.transaction_id = t.id and a.kind = 'balance') as prepaid
     from ledger_transactions t where driver = $1 and reference = $2 and type = 'charge' and status = 'completed'`,
    [gateway, reference],
  )
  return row ?? null
}

/**
 * Posts what went back, with its credit note; what was spent from the balance since is owed by its user. `posted-before`: by
 * an administrator's refund.
 */
export const postReversal = async (
  tx: Tx,
  ledger: Ledger,
  reversal: KnownReversal,
  payment: PostedPayment,
): Promise<'posted' | 'owed' | 'posted-before'> => {
  const { gateway, kind, id, amount, currency } = reversal
  const key = keyOf(reversal)
  const result = await ledger.post(tx, {
    userId: payment.user_id,
    amount,
    currency,
    type: 'refund',
    driver: gateway,
    reference: id,
    key,
    from: paidTo(payment),
    to: { gateway },
    isOwed: true,
    note: kind === 'refund' ? 'Refund' : 'Dispute',
  })
  if (result === 'insufficient') throw new Error('what is owed needs no balance')
  if (result !== 'posted-before') await issueCreditNote(tx, { transactionId: payment.id, key, reason: kind })
  return result
}

/** Undoes a refund that failed after it was posted: its money is here again. False: it was not posted, or is undone. */
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
    driver: gateway,
    reference: id,
    key,
    from: { gateway },
    to: paidTo(payment),
    note: 'Refund failed',
  })
  if (result !== 'posted') return false
  await restoreInvoice(tx, { refundKey: keyOf(reversal), key })
  return true
}
