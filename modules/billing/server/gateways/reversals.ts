import type { Platform, Tx } from '../../../platform/index.ts'
import type { BillingTables } from '../entities/index.ts'
import type { Ledger } from '../services/ledger.ts'
import { administratorIds } from './administrator-ids.ts'
import type { GatewayName } from './gateway.ts'
import type { GatewayObject, Reversal } from './gateway-client.ts'
import type { Gateways } from './gateways.ts'
import { hasEndedPlan } from './returned-periods.ts'
import { findPayment, type KnownReversal, postReversal, type ReversalKind, undoRefund } from './reversal-postings.ts'
import type { Webhooks } from './webhooks.ts'

type Kind = ReversalKind
type Deps = Pick<Platform, 'db' | 'audit' | 'log'> & {
  gateways: Gateways
  ledger: Ledger
  webhooks: Pick<Webhooks, 'requestSyncOfPlan'>
}
interface StoredReversal extends KnownReversal {
  /** The status that is applied to the ledger; null: none. */
  applied_status: Reversal['status'] | null
}

/** Reversals that are open, or were reported before their payment, are compared for this long. */
const comparedFor = '190 days'
/**
 * Condition: a refund that may still fail. Stripe's refunds may for this long after they have succeeded, other gateways' do
 * not.
 */
const mayFail =
  "gateway = 'stripe' and kind = 'refund' and status = 'taken' and created_at > now() - interval '30 days'"

/** Money that goes back at the gateways' side: each refund and lost dispute is posted and credited once. */
export class Reversals {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /** Fetches the state of a reversal and records it. True: something changed here. */
  async sync(gateway: GatewayName, object: GatewayObject & { kind: Kind }): Promise<boolean> {
    const client = await this.deps.gateways.require(gateway)
    let changed = false
    for (const reversal of await client.reversals(object))
      changed = (await this.record(gateway, object.kind, reversal)) || changed
    return changed
  }

  /** Stores and applies the state that a gateway reported. True: something changed here. */
  async record(gateway: GatewayName, kind: Kind, reversal: Reversal): Promise<boolean> {
    await this.store(gateway, kind, reversal)
    return this.applyTo(gateway, [reversal.payment])
  }

  /**
   * Applies the stored reversals of these payments, which may have been reported before the payments. True: something
   * changed here.
   */
  async applyTo(gateway: GatewayName, payments: readonly string[]): Promise<boolean> {
    const waiting = await this.deps.db.query<{ kind: Kind; id: string }>(
      `select kind, id from gateway_reversals where gateway = $1 and payment = any($2)
       and applied_status is distinct from status order by created_at, id`,
      [gateway, payments],
    )
    let changed = false
    for (const { kind, id } of waiting)
      changed = (await this.deps.db.transaction((tx) => this.apply(tx, gateway, kind, id))) || changed
    return changed
  }

  /** A page of reversals that may still change; `object` names the reversal to the gateway, `id` is its own id. */
  async toCompare(gateway: GatewayName, kind: Kind, after: string, limit: number) {
    return this.deps.db.query<{ id: string; object: string }>(
      `select id, case when gateway = 'paystack' and kind = 'refund' then payment else id end as object
       from gateway_reversals where gateway = $1 and kind = $2 and id > $3
       and created_at > now() - interval '${comparedFor}'
       and (status = 'open' or applied_status is distinct from status or (${mayFail})) order by id limit $4`,
      [gateway, kind, after, limit],
    )
  }

  /**
   * Stores the reported state. A `taken` or `closed` reversal does not become open again; a `taken` refund may fail
   * (`closed`).
   */
  private async store(gateway: GatewayName, kind: Kind, reversal: Reversal): Promise<void> {
    const { id, payment, amount, currency, status } = reversal
    await this.deps.db.query(
      `insert into gateway_reversals (gateway, kind, id, payment, amount, currency, status)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (gateway, kind, id) do update set status = excluded.status, amount = excluded.amount, currency = excluded.currency
       where gateway_reversals.status = 'open'
       or (gateway_reversals.kind = 'refund' and gateway_reversals.status = 'taken' and excluded.status = 'closed')`,
      [gateway, kind, id, payment, amount, currency, status],
    )
  }

  private async apply(tx: Tx, gateway: GatewayName, kind: Kind, id: string): Promise<boolean> {
    const { ledger, audit, log, webhooks } = this.deps
    const [stored] = await tx.query<{ payment: string }>(
      'select payment from gateway_reversals where gateway = $1 and kind = $2 and id = $3',
      [gateway, kind, id],
    )
    // The payment is locked first, so that each of its reversals sees what the earlier ones have left of it.
    const payment = stored && (await findPayment(tx, gateway, stored.payment))
    if (!payment) return false
    const [reversal] = await tx.query<StoredReversal>(
      `select * from gateway_reversals where gateway = $1 and kind = $2 and id = $3
       and applied_status is distinct from status for update`,
      [gateway, kind, id],
    )
    if (!reversal) return false
    const { status, amount, currency } = reversal
    await tx
      .builder<BillingTables>()
      .updateTable('gateway_reversals')
      .set({ applied_status: status })
      .where('gateway', '=', gateway)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .execute()
    const details = { gateway, payment: reversal.payment, id, amount, currency, status }
    const target = payment.user_id
    if (status === 'closed' && kind === 'refund') {
      if (!(await undoRefund(tx, ledger, reversal, payment))) return false
      await audit({ actorId: null, action: 'billing.refund.failed', target, details }, tx)
      const event = { amount, currency, isPlanEnded: await hasEndedPlan(tx, payment.id) }
      for (const userId of await administratorIds(tx)) tx.emit('billing.refund.failed', { userId, ...event })
      return true
    }
    // How much of the payment such a refund returned is not known here.
    const isForeign = kind === 'refund' && currency !== payment.currency
    const result = status === 'taken' && !isForeign ? await postReversal(tx, ledger, reversal, payment) : null
    // The plan that was paid with it may have to end.
    if (status === 'taken' && !payment.prepaid) await webhooks.requestSyncOfPlan(tx, target)
    // Skips refunds that an administrator started, and pending refunds.
    const mustReport = kind === 'dispute' || (status === 'taken' && result !== 'posted-before')
    if (!mustReport) return false
    const action = kind === 'dispute' ? 'billing.payment.disputed' : 'billing.payment.refunded'
    if (isForeign) log.error(details, 'a refund has another currency than its payment; nothing was posted')
    const notPosted = isForeign ? { isOtherCurrency: true } : {}
    const more = result === 'owed' ? { isOwed: true } : result === 'settled' ? { isSettled: true } : notPosted
    await audit({ actorId: null, action, target, details: { ...details, ...more } }, tx)
    if (kind === 'dispute')
      for (const userId of await administratorIds(tx))
        tx.emit('billing.payment.disputed', { userId, status, amount, currency })
    return true
  }
}
