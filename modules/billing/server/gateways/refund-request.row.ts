import { sql } from 'kysely'
import type { Executor } from '../../../platform/index.ts'
import type { BillingTables } from '../entities/index.ts'
import { type GatewayName, gatewayNames, subscriptionNote } from './gateway.ts'

/** A payment that was made at a gateway. */
export interface RefundablePayment {
  user_id: string
  currency: string
  gateway: GatewayName
  payment: string
  /** Whether it was paid into the balance of the user. */
  prepaid: boolean
  /** Whether a gateway charged it for a plan. */
  of_subscription: boolean
}
export interface RefundRequest extends RefundablePayment {
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

const paid = `t.type = 'charge' and t.status = 'completed' and t.reference is not null
  and t.gateway in (${gatewayNames.map((name) => `'${name}'`).join(', ')})`
/** Sum of the refunds that administrators requested, without refunds that failed after the gateway had carried them out. */
const requested = `select sum(q.amount) from refund_requests q where q.transaction_id = t.id and not exists (
    select 1 from gateway_reversals f where f.gateway = t.gateway and f.kind = 'refund' and f.id = q.reference
    and f.status = 'closed')`
/**
 * Sum of refunds and disputes at the gateway's side, without the administrators' refunds, which the gateway reports under
 * the id that they have here. In another currency, a dispute counts as the whole payment and a refund not at all.
 */
const reversed = `select sum(
  case when v.currency = t.currency then v.amount when v.kind = 'dispute' then t.amount else 0 end) from gateway_reversals v
  where v.gateway = t.gateway and v.payment = t.reference and v.status <> 'closed' and not exists (
    select 1 from refund_requests r where r.transaction_id = t.id and r.reference = v.id and v.kind = 'refund')`
/** Column over `ledger_transactions t`: minor units that an administrator can refund. */
export const refundableColumn = `(case when ${paid}
  then greatest(t.amount - coalesce((${requested}), 0) - coalesce((${reversed}), 0), 0) else 0 end)::bigint as refundable`

/** Condition: the payment `t` went into a balance. */
export const isPrepaidSql = `exists (select 1 from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transaction_id = t.id and a.kind = 'balance')`
/** Columns of `RefundablePayment`. */
export const refundablePaymentColumns = `t.user_id, t.currency, t.gateway, t.reference as payment, ${isPrepaidSql} as prepaid,
  coalesce(t.note, '') = '${subscriptionNote}' as of_subscription`
/** Requests with their payments; `r` is the request. */
export const refundRequestsSql = `select r.id, r.transaction_id, r.amount, r.reason, r.actor_id, r.ip, r.reference, r.ends_plan, ${refundablePaymentColumns}
  from refund_requests r join ledger_transactions t on t.id = r.transaction_id`

const updateRequest = (executor: Executor, id: string) =>
  executor.builder<BillingTables>().updateTable('refund_requests').where('id', '=', id)

/** Stores the gateway's id of a refund. */
export const setRefundReference = (executor: Executor, id: string, reference: string) =>
  updateRequest(executor, id).set({ reference }).execute()

export const setRefundCompleted = (executor: Executor, id: string) =>
  updateRequest(executor, id).set({ completed_at: sql<Date>`now()` }).execute()

/** Deletes a request to which the gateway has not answered with a refund. True: there was one. */
export const deleteUnanswered = async (executor: Executor, id: string): Promise<boolean> => {
  const requests = executor.builder<BillingTables>().deleteFrom('refund_requests').where('id', '=', id)
  return (await requests.where('reference', 'is', null).returning('id').execute()).length > 0
}
