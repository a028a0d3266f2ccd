import { newId, type Platform, type Tx } from '../../../platform/index.ts'
import { parseMoney } from '../../../shared/contract.ts'
import { billingErrors } from '../errors.ts'
import { issueCreditNote } from '../invoices/credit-notes.ts'
import type { Ledger, Party } from '../services/ledger.ts'
import { administratorIds } from './administrator-ids.ts'
import { type GatewayName, gatewayNames, subscriptionNote } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'
import type { Gateways } from './gateways.ts'
import { requireTaken } from './taken.ts'

interface Deps extends Pick<Platform, 'db' | 'audit' | 'log'> {
  gateways: Gateways
  ledger: Ledger
}
interface Actor {
  userId: string
  ip: string
}

/** A payment that was made at a gateway. */
interface Payment {
  user_id: string
  currency: string
  driver: GatewayName
  payment: string
  /** Whether it was paid into the balance of the user. */
  prepaid: boolean
  /** A gateway charged it for a plan. */
  of_subscription: boolean
}
interface RefundRequest extends Payment {
  id: string
  transaction_id: string
  /** Minor units. */
  amount: number
  reason: string
  actor_id: string
  ip: string
  reference: string | null
}

const paid = `t.type = 'charge' and t.status = 'completed' and t.reference is not null
  and t.driver in (${gatewayNames.map((name) => `'${name}'`).join(', ')})`
/** Without those that failed after the gateway had carried them out. */
const requested = `select sum(q.amount) from refund_requests q where q.transaction_id = t.id and not exists (
    select 1 from gateway_reversals f where f.gateway = t.driver and f.kind = 'refund' and f.id = q.reference
    and f.status = 'closed')`
/** Refunds and disputes at the gateway's side; it reports the administrators' refunds too, under the id that they have here. */
const reversed = `select sum(v.amount) from gateway_reversals v
  where v.gateway = t.driver and v.payment = t.reference and v.status <> 'closed' and not exists (
    select 1 from refund_requests r where r.transaction_id = t.id and r.reference = v.id and v.kind = 'refund')`
/** Column over `ledger_transactions t`: minor units that an administrator can give back. */
export const refundableColumn = `(case when ${paid}
  then greatest(t.amount - coalesce((${requested}), 0) - coalesce((${reversed}), 0), 0) else 0 end)::bigint as refundable`

const paymentColumns = `t.user_id, t.currency, t.driver, t.reference as payment,
  exists (select 1 from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transaction_id = t.id and a.kind = 'balance') as prepaid,
  coalesce(t.note, '') = '${subscriptionNote}' as of_subscription`
const requestsSql = `select r.id, r.transaction_id, r.amount, r.reason, r.actor_id, r.ip, r.reference, ${paymentColumns}
  from refund_requests r join ledger_transactions t on t.id = r.transaction_id`

/** Gateways know a key for a day; a later call with it could refund twice. */
const retriedFor = '20 hours'
/** Longer than a gateway may take to answer. */
const retriedAfter = '3 minutes'

/** The gateway rejects the refund itself, not the credentials that were just changed. */
const isFinal = (error: unknown): boolean =>
  error instanceof GatewayError && !error.isTransient && error.status !== 401 && error.status !== 403

/** Payments that administrators give back at the gateway they were made at. */
export class Refunds {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /**
   * Gives a payment back, whole or `amount` in major units; what was paid into a balance is taken from it. `pending`: the
   * gateway did not answer, and is asked again. 404 `transaction-not-found`, 409 `refund-rejected`, 422 `invalid-amount`,
   * `amount-not-taken`, `refund-too-high`, `refund-above-balance`, 503 `gateway-unavailable`.
   */
  async refund(
    actor: Actor,
    transactionId: string,
    { amount, reason }: { amount?: string | undefined; reason: string },
  ): Promise<'refunded' | 'pending'> {
    const id = await this.deps.db.transaction((tx) => this.request(tx, actor, { transactionId, amount, reason }))
    try {
      await this.complete(id)
      return 'refunded'
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      this.deps.log.warn({ err: error, refund: id }, 'a gateway did not carry out a refund')
      if (error.isTransient) return 'pending'
      await this.deps.db.query('delete from refund_requests where id = $1 and reference is null', [id])
      throw billingErrors.fail('refund-rejected', { cause: error })
    }
  }

  /**
   * Completes what had no answer, or was stopped between the gateway's answer and its posting. What the gateway rejects, or
   * never answered in time, is given up: administrators are told, and its amount can be refunded again. Should it be carried
   * out nevertheless, the gateway reports it. Does nothing while payments are paused.
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
      const [request] = await tx.query<RefundRequest>(`${requestsSql} where r.id = $1`, [id])
      const deleted = await tx.query('delete from refund_requests where id = $1 and reference is null returning 1', [
        id,
      ])
      if (!request || deleted.length === 0) return 0
      const { amount, currency, reason, transaction_id: transaction, user_id: target, actor_id: actorId, ip } = request
      log.error({ refund: id, amount, currency }, 'a refund failed permanently')
      const details = { transaction, amount, currency, reason }
      await audit({ actorId, ip, action: 'billing.refund.failed', target, details }, tx)
      for (const userId of await administratorIds(tx)) tx.emit('billing.refund.failed', { userId, amount, currency })
      return 1
    })
  }

  private async request(
    tx: Tx,
    actor: Actor,
    { transactionId, amount, reason }: { transactionId: string; amount: string | undefined; reason: string },
  ): Promise<string> {
    // One request for a payment after the other: each sees what the former has reserved.
    await tx.query("select pg_advisory_xact_lock(hashtextextended('coffer.refund:' || $1, 0))", [transactionId])
    const [payment] = await tx.query<Payment & { refundable: number }>(
      `select ${paymentColumns}, ${refundableColumn} from ledger_transactions t where t.id = $1`,
      [transactionId],
    )
    if (!payment) throw billingErrors.fail('transaction-not-found')
    const { refundable, currency, prepaid, user_id: userId } = payment
    if (refundable <= 0) throw billingErrors.fail('refund-rejected')
    const minor = amount === undefined ? refundable : parseMoney(amount, currency)
    if (!minor) throw billingErrors.fail('invalid-amount')
    if (minor > refundable) throw billingErrors.fail('refund-too-high')
    if (prepaid && (await this.deps.ledger.balance(userId, currency, tx)) < minor)
      throw billingErrors.fail('refund-above-balance')
    requireTaken(await this.deps.gateways.require(payment.driver), { amount: minor, currency })
    const id = newId()
    await tx.query(
      'insert into refund_requests (id, transaction_id, amount, reason, actor_id, ip) values ($1, $2, $3, $4, $5, $6)',
      [id, transactionId, minor, reason, actor.userId, actor.ip],
    )
    return id
  }

  private async complete(id: string): Promise<void> {
    const { db, gateways } = this.deps
    const [request] = await db.query<RefundRequest>(`${requestsSql} where r.id = $1`, [id])
    if (!request) return
    const { driver, payment, amount, currency, of_subscription: ofSubscription } = request
    let { reference } = request
    if (reference === null) {
      const client = await gateways.require(driver)
      reference = await client.refund({ payment, ofSubscription, amount, currency, key: `refund-${id}` })
      await db.query('update refund_requests set reference = $2 where id = $1', [id, reference])
    }
    const known = reference
    await db.transaction((tx) => this.post(tx, request, known))
  }

  /**
   * The gateway's own report of the refund has the same key: whoever comes first posts it. Its user owes what was spent of
   * the balance meanwhile.
   */
  private async post(tx: Tx, request: RefundRequest, reference: string): Promise<void> {
    const { ledger, audit } = this.deps
    const { id, user_id: userId, driver, amount, currency, reason, prepaid, transaction_id: transaction } = request
    const open = await tx.query('select 1 from refund_requests where id = $1 and completed_at is null for update', [id])
    if (open.length === 0) return
    const from: Party = prepaid ? { balance: userId } : 'sales'
    const key = `refund:${driver}:${reference}`
    await ledger.post(tx, {
      ...{ userId, amount, currency, type: 'refund', from, to: { gateway: driver } },
      ...{ driver, reference, note: 'Refund', metadata: { transaction, reason } },
      ...{ key, isOwed: true },
    })
    await tx.query('update refund_requests set completed_at = now() where id = $1', [id])
    const details = { transaction, amount, currency, reason }
    const by = { actorId: request.actor_id, ip: request.ip }
    await audit({ ...by, action: 'billing.payment.refunded', target: userId, details }, tx)
    await issueCreditNote(tx, { transactionId: transaction, key, reason: 'refund' })
  }
}
