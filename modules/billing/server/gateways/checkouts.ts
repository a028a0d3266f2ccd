import type { Db, Executor, RowOf, Tx } from '../../../platform/index.ts'
import type { CheckoutStatus } from '../entities/gateway.entities.ts'
import type { BillingTables } from '../entities/index.ts'
import type { GatewayName } from './gateway.ts'

export type CheckoutRow = RowOf<BillingTables['gateway_checkouts']>

type NewCheckout = Omit<CheckoutRow, 'status' | 'created_at'>

/** Unpaid checkouts, and checkouts that their gateway does not have, are given up after this time. */
export const checkoutLifetime = '3 days'
/** Those for a plan later: its first payment may be an eCheck, which PayPal has to wait for. */
const planCheckoutLifetime = '10 days'
/** Most open checkouts of an account whose outcome is asked for at once. */
const maxAsked = 3
/** Most pages of an account that are ended at once. */
const maxPages = 10
/** Refunds of a payment are looked for this long. */
const refundableFor = '190 days'

/** Checkouts: pages of gateways that users were sent to. */
export class Checkouts {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  async add(checkout: NewCheckout, executor: Executor = this.db): Promise<void> {
    await executor
      .builder<BillingTables>()
      .insertInto('gateway_checkouts')
      .values({ ...checkout, status: 'open' })
      .execute()
  }

  async find(gateway: GatewayName, reference: string): Promise<CheckoutRow | null> {
    const checkout = this.byReference(reference).where('gateway', '=', gateway)
    return (await checkout.executeTakeFirst()) ?? null
  }

  async ofUser(userId: string, reference: string): Promise<CheckoutRow | null> {
    const checkout = this.byReference(reference).where('user_id', '=', userId)
    return (await checkout.executeTakeFirst()) ?? null
  }

  private byReference(reference: string) {
    const builder = this.db.builder<BillingTables>()
    return builder.selectFrom('gateway_checkouts').selectAll().where('reference', '=', reference)
  }

  /** Checkouts for a plan from the last hour that are not known to be paid, the newest first. */
  openForPlan(userId: string): Promise<CheckoutRow[]> {
    return this.openSince(userId, '1 hour', maxAsked)
  }

  /** The checkouts for a plan whose pages an account may still have open; the newest first. */
  pagesForPlan(userId: string): Promise<CheckoutRow[]> {
    return this.openSince(userId, checkoutLifetime, maxPages)
  }

  private openSince(userId: string, time: string, limit: number): Promise<CheckoutRow[]> {
    return this.db.query<CheckoutRow>(
      `select * from gateway_checkouts where user_id = $1 and purpose = 'subscription' and status = 'open'
       and created_at > now() - $2::interval order by created_at desc limit $3`,
      [userId, time, limit],
    )
  }

  /** Locks the checkout; resolves with its status. */
  async lock(tx: Tx, reference: string): Promise<CheckoutStatus> {
    const [row] = await tx.query<{ status: CheckoutStatus }>(
      'select status from gateway_checkouts where reference = $1 for update',
      [reference],
    )
    return (row as { status: CheckoutStatus }).status
  }

  async setStatus(tx: Tx, reference: string, status: CheckoutStatus): Promise<void> {
    const builder = tx.builder<BillingTables>()
    await builder.updateTable('gateway_checkouts').set({ status }).where('reference', '=', reference).execute()
  }

  /** A page of references to compare with the gateway: open checkouts, and paid ones that may be refunded. */
  async toCompare(gateway: GatewayName, after: string, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ reference: string }>(
      `select reference from gateway_checkouts where gateway = $1 and reference > $2
       and (status = 'open' or (purpose = 'funding' and status = 'paid' and created_at > now() - interval '${refundableFor}'))
       order by reference limit $3`,
      [gateway, after, limit],
    )
    return rows.map(({ reference }) => reference)
  }

  /** Gives up a checkout that its gateway was just asked for, when it is still open. `isOld`: only after its lifetime. */
  async giveUp(gateway: GatewayName, reference: string, { isOld = false } = {}): Promise<void> {
    await this.db.query(
      `update gateway_checkouts set status = 'failed' where gateway = $1 and reference = $2 and status = 'open'
       and (not $3::boolean or created_at <= now() - case purpose when 'subscription' then interval '${planCheckoutLifetime}'
         else interval '${checkoutLifetime}' end)`,
      [gateway, reference, isOld],
    )
  }
}
