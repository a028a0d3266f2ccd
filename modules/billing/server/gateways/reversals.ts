import type { Platform, Tx } from '../../../platform/index.ts'
import { issueCreditNote } from '../invoices/credit-notes.ts'
import type { Ledger, Party, PostResult } from '../services/ledger.ts'
import type { GatewayObject, Reversal } from './client.ts'
import type { GatewayName } from './gateway.ts'
import type { Gateways } from './gateways.ts'

type Kind = 'refund' | 'dispute'
type Deps = Pick<Platform, 'db' | 'audit' | 'log'> & { gateways: Gateways; ledger: Ledger }
interface StoredReversal extends Reversal {
  kind: Kind
  /** The status that the ledger knows; null: none. */
  applied_status: Reversal['status'] | null
  /** The status that the audit log and administrators know; null: none. */
  told_status: Reversal['status'] | null
}
/** The ledger's transaction of what was paid. */
interface PostedPayment {
  id: string
  user_id: string
  /** Paid into the balance of the user. */
  prepaid: boolean
}

const keyOf = (gateway: GatewayName, { kind, id }: StoredReversal) => `${kind}:${gateway}:${id}`

/** What is still open, or reported before its payment, is compared for this long. */
const comparedFor = '190 days'

/** Money that goes back at the gateway's side: each refund and lost dispute is posted and credited once. */
export class Reversals {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /** Fetches the state first. True: something changed here. */
  async sync(gateway: GatewayName, object: GatewayObject & { kind: Kind }): Promise<boolean> {
    const client = await this.deps.gateways.require(gateway)
    let changed = false
    for (const found of await client.reversals(object))
      changed = (await this.record(gateway, object.kind, found)) || changed
    return changed
  }

  /** Stores and applies what a gateway has said. True: something changed here. */
  async record(gateway: GatewayName, kind: Kind, found: Reversal): Promise<boolean> {
    await this.store(gateway, kind, found)
    return this.applyTo(gateway, found.payment)
  }

  /** Applies what was reported about a payment, also before the payment itself. True: something changed here. */
  async applyTo(gateway: GatewayName, payment: string): Promise<boolean> {
    const waiting = await this.deps.db.query<{ kind: Kind; id: string }>(
      `select kind, id from gateway_reversals where gateway = $1 and payment = $2
       and applied_status is distinct from status order by created_at, id`,
      [gateway, payment],
    )
    let changed = false
    for (const { kind, id } of waiting)
      changed = (await this.deps.db.transaction((tx) => this.apply(tx, gateway, kind, id))) || changed
    return changed
  }

  /** What may still change. */
  async toCompare(gateway: GatewayName): Promise<{ kind: Kind; id: string }[]> {
    return this.deps.db.query(
      `select kind, case when gateway = 'paystack' and kind = 'refund' then payment else id end as id
       from gateway_reversals where gateway = $1 and created_at > now() - interval '${comparedFor}'
       and (status = 'open' or applied_status is distinct from status) order by created_at`,
      [gateway],
    )
  }

  /** A decision is final: what is gone or was closed does not open again. */
  private async store(gateway: GatewayName, kind: Kind, found: Reversal): Promise<void> {
    const { id, payment, amount, currency, status } = found
    await this.deps.db.query(
      `insert into gateway_reversals (gateway, kind, id, payment, amount, currency, status)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (gateway, kind, id) do update set status = excluded.status, amount = excluded.amount
       where gateway_reversals.status = 'open'`,
      [gateway, kind, id, payment, amount, currency, status],
    )
  }

  private async apply(tx: Tx, gateway: GatewayName, kind: Kind, id: string): Promise<boolean> {
    const [reversal] = await tx.query<StoredReversal>(
      `select * from gateway_reversals where gateway = $1 and kind = $2 and id = $3
       and applied_status is distinct from status for update`,
      [gateway, kind, id],
    )
    const payment = reversal && (await this.payment(tx, gateway, reversal.payment))
    if (!payment) return false
    const result = reversal.status === 'taken' ? await this.post(tx, gateway, reversal, payment) : null
    // It is taken from the balance once that covers it: the daily comparison tries again.
    const isOwed = result === 'insufficient'
    // The refund of an administrator is known, and one that is not decided is none yet.
    const isNews = reversal.told_status !== reversal.status && (kind === 'dispute' || isOwed || result === 'posted')
    await tx.query(
      `update gateway_reversals set applied_status = case when $4 then applied_status else status end,
         told_status = case when $5 then status else told_status end
       where gateway = $1 and kind = $2 and id = $3`,
      [gateway, kind, id, isOwed, isNews],
    )
    if (isNews) {
      const { amount, currency, status } = reversal
      const details = {
        gateway,
        payment: reversal.payment,
        id,
        amount,
        currency,
        status,
        ...(isOwed ? { isOwed } : {}),
      }
      const action = kind === 'dispute' ? 'billing.payment.disputed' : 'billing.payment.refunded'
      await this.deps.audit({ actorId: null, action, target: payment.user_id, details }, tx)
      if (kind === 'dispute') await this.notifyAdmins(tx, reversal)
    }
    if (result === 'posted')
      await issueCreditNote(tx, { transactionId: payment.id, key: keyOf(gateway, reversal), reason: kind })
    return isNews || result === 'posted'
  }

  private async payment(tx: Tx, gateway: GatewayName, reference: string): Promise<PostedPayment | null> {
    const [row] = await tx.query<PostedPayment>(
      `select t.id, t.user_id, exists (select 1 from ledger_entries e join ledger_accounts a on a.id = e.account_id
         where e.transaction_id = t.id and a.kind = 'balance') as prepaid
       from ledger_transactions t where driver = $1 and reference = $2 and type = 'charge' and status = 'completed'`,
      [gateway, reference],
    )
    return row ?? null
  }

  /** Posted before: by an administrator's refund. */
  private async post(
    tx: Tx,
    gateway: GatewayName,
    reversal: StoredReversal,
    { user_id: userId, prepaid }: PostedPayment,
  ): Promise<PostResult> {
    const { kind, id, amount, currency } = reversal
    const from: Party = prepaid ? { balance: userId } : 'sales'
    const result = await this.deps.ledger.post(tx, {
      ...{ userId, amount, currency, type: 'refund', from, to: { gateway }, driver: gateway },
      ...{ reference: id, note: kind === 'refund' ? 'Refund' : 'Dispute', key: keyOf(gateway, reversal) },
    })
    if (result === 'insufficient')
      this.deps.log.warn(
        { gateway, kind, id, amount, currency },
        'money that went back had been spent from its balance',
      )
    return result
  }

  private async notifyAdmins(tx: Tx, { status, amount, currency }: StoredReversal): Promise<void> {
    const admins = await tx.query<{ id: string }>(
      `select id from user_summaries where role = 'admin' and status = 'active'`,
    )
    for (const { id: userId } of admins) tx.emit('billing.payment.disputed', { userId, status, amount, currency })
  }
}
