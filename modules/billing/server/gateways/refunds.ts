import type { AuditActor, Platform, Tx } from '../../../platform/index.ts'
import { billingErrors } from '../errors.ts'
import { issueCreditNote } from '../invoices/credit-notes.ts'
import type { Ledger } from '../services/ledger.ts'
import { administratorIds } from './administrator-ids.ts'
import { GatewayError } from './gateway-error.ts'
import type { Gateways } from './gateways.ts'
import {
  deleteUnanswered,
  type RefundRequest,
  refundRequestsSql,
  setRefundCompleted,
  setRefundReference,
} from './refund-request.row.ts'
import { type NewRefund, postRefund, requestRefund } from './refund-requests.ts'
import type { Webhooks } from './webhooks.ts'

interface Deps extends Pick<Platform, 'db' | 'audit' | 'log'> {
  gateways: Gateways
  ledger: Ledger
  webhooks: Pick<Webhooks, 'requestSyncOfPlan'>
}

/** Gateways know a key for a day; a later call with it could refund twice. */
const retriedFor = '20 hours'
/** Longer than a gateway may take to answer. */
const retriedAfter = '3 minutes'

/** Whether the gateway rejects the refund itself, and not the credentials, which may just have been changed. */
const isFinal = (error: unknown): boolean =>
  error instanceof GatewayError && !error.isTransient && !error.isUnauthorized

/** Refunds by administrators, at the gateway of the payment. */
export class Refunds {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /**
   * Refunds a payment, whole or `amount` in major units; a payment into a balance is taken from that balance. `pending`: the
   * gateway did not answer, and is asked again, or the same request is being carried out. 404 `transaction-not-found`, 409
   * `refund-rejected`, 422 `invalid-amount`, `amount-not-taken`, `refund-too-high`, `refund-above-balance`, 503
   * `gateway-unavailable`.
   */
  async refund(actor: AuditActor, refund: NewRefund): Promise<'refunded' | 'pending'> {
    const { id, state } = await this.deps.db.transaction((tx) => requestRefund(tx, this.deps, actor, refund))
    if (state !== 'new') return state === 'completed' ? 'refunded' : 'pending'
    try {
      await this.complete(id)
      return 'refunded'
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      this.deps.log.warn({ err: error, refund: id }, 'a gateway did not carry out a refund')
      if (error.isTransient) return 'pending'
      await deleteUnanswered(this.deps.db, id)
      throw billingErrors.fail('refund-rejected', { cause: error })
    }
  }

  /**
   * Completes refunds that had no answer, or were stopped between the gateway's answer and their posting. A refund that the
   * gateway rejects, or never answered in time, is given up: administrators are notified, and its amount can be refunded
   * again. Should it be carried out nevertheless, the gateway reports it. Does nothing while payments are paused.
   */
  async completeOpen(): Promise<{ completed: number; open: number; failed: number }> {
    const { db, log, gateways } = this.deps
    if (await gateways.isPaused()) return { completed: 0, open: 0, failed: 0 }
    const late = await db.query<{ id: string }>(
      `select id from refund_requests where completed_at is null and reference is null
       and created_at <= now() - interval '${retriedFor}'`,
    )
    let failed = 0
    for (const { id } of late) failed += await this.giveUp(id)
    const open = await db.query<{ id: string }>(
      `select id from refund_requests where completed_at is null and created_at < now() - interval '${retriedAfter}'
       and (reference is not null or created_at > now() - interval '${retriedFor}') order by created_at`,
    )
    let completed = 0
    for (const { id } of open)
      completed += await this.complete(id).then(
        () => 1,
        async (error: unknown) => {
          log.warn({ err: error, refund: id }, 'a refund is not complete yet')
          if (isFinal(error)) failed += await this.giveUp(id)
          return 0
        },
      )
    return { completed, open: open.length + late.length - completed - failed, failed }
  }

  /** Resolves with the number of refunds that were given up. */
  private async giveUp(id: string): Promise<number> {
    const { db, audit, log } = this.deps
    return db.transaction(async (tx) => {
      const [request] = await tx.query<RefundRequest>(`${refundRequestsSql} where r.id = $1`, [id])
      const isDeleted = await deleteUnanswered(tx, id)
      if (!request || !isDeleted) return 0
      const { amount, currency, reason, transaction_id: transaction, user_id: target, actor_id: actorId, ip } = request
      log.error({ refund: id, amount, currency }, 'a refund failed permanently')
      const details = { transaction, amount, currency, reason }
      await audit({ actorId, ip, action: 'billing.refund.failed', target, details }, tx)
      const event = { amount, currency, isPlanEnded: false }
      for (const userId of await administratorIds(tx)) tx.emit('billing.refund.failed', { userId, ...event })
      return 1
    })
  }

  private async complete(id: string): Promise<void> {
    const { db } = this.deps
    const [request] = await db.query<RefundRequest>(`${refundRequestsSql} where r.id = $1`, [id])
    if (!request) return
    const reference = request.reference ?? (await this.refundAtGateway(request))
    await db.transaction((tx) => this.post(tx, request, reference))
  }

  /** Asks the gateway for the refund. Resolves with the gateway's id of it, which is stored. */
  private async refundAtGateway(request: RefundRequest): Promise<string> {
    const { id, gateway, payment, amount, currency, of_subscription: ofSubscription } = request
    const client = await this.deps.gateways.require(gateway)
    const reference = await client.refund({ payment, ofSubscription, amount, currency, key: `refund-${id}` })
    await setRefundReference(this.deps.db, id, reference)
    return reference
  }

  /**
   * Posts a refund under the key that the gateway's own report of it has: whichever comes first posts it. The user owes the
   * part of the balance that was spent meanwhile. Money that a dispute returned meanwhile is not posted twice.
   */
  private async post(tx: Tx, request: RefundRequest, reference: string): Promise<void> {
    const { ledger, audit, webhooks } = this.deps
    const { id, user_id: target, gateway, amount, currency, reason, transaction_id: transaction } = request
    const open = await tx.query('select 1 from refund_requests where id = $1 and completed_at is null for update', [id])
    if (open.length === 0) return
    const key = `refund:${gateway}:${reference}`
    const settled = (await postRefund(tx, ledger, request, { key, reference })) ? {} : { isSettled: true }
    await setRefundCompleted(tx, id)
    if (request.ends_plan) await webhooks.requestSyncOfPlan(tx, target)
    const details = {
      transaction,
      amount,
      currency,
      reason,
      ...settled,
      ...(request.ends_plan ? { endsPlan: true } : {}),
    }
    const by = { actorId: request.actor_id, ip: request.ip }
    await audit({ ...by, action: 'billing.payment.refunded', target, details }, tx)
    await issueCreditNote(tx, { transactionId: transaction, key, reason: 'refund' })
  }
}
