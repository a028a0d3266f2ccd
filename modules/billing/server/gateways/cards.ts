import { type Db, newId, type RowOf, type Tx } from '../../../platform/index.ts'
import type { Account } from '../../../users/index.ts'
import { cardGateway } from '../../contract.ts'
import type { BillingTables } from '../entities/index.ts'
import { billingErrors } from '../errors.ts'
import type { ChargeRequest, ChargeResult, GatewayName, PaymentMethods } from './gateway.ts'
import type { GatewayClient, StoredMethod } from './gateway-client.ts'
import type { GatewayCustomers } from './gateway-customers.ts'
import type { Gateways } from './gateways.ts'
import type { ObjectLocks } from './object-locks.ts'

export type CardRow = RowOf<BillingTables['payment_cards']>
type StoredCard = { card: CardRow; client: GatewayClient; customer: string }

interface CardsDeps {
  db: Db
  gateways: Gateways
  objectLocks: ObjectLocks
  customers: GatewayCustomers
  users: { accounts: { byId(id: string): Promise<Account | null> } }
}

/** Cards that users have stored at a gateway. Only the details by which people recognize a card are stored here. */
export class Cards implements PaymentMethods {
  private readonly deps: CardsDeps
  constructor(deps: CardsDeps) {
    this.deps = deps
  }

  /** The default card first, then the newest. */
  async list(userId: string): Promise<CardRow[]> {
    return this.deps.db
      .builder<BillingTables>()
      .selectFrom('payment_cards')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('is_default', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
  }

  /** The secret with which the browser stores a card at the gateway. 503 `gateway-unavailable`. */
  async begin(account: Account): Promise<string> {
    const client = await this.deps.gateways.requireOffered(cardGateway)
    return client.beginCard(await this.deps.customers.ensure(client, account))
  }

  /**
   * The page at which the user stores a card, and returns to the billing page: with `cards=stored`, or with `cards=1` when
   * none was entered. 503 `gateway-unavailable`.
   */
  async page(account: Account, billingPage: string): Promise<string> {
    const client = await this.deps.gateways.requireOffered(cardGateway)
    const customer = await this.deps.customers.ensure(client, account)
    return client.cardPage(customer, { stored: `${billingPage}?cards=stored`, cancelled: `${billingPage}?cards=1` })
  }

  /** Fetches the user's cards from the gateways at which people store them; a card that merely paid is not stored here. */
  async refresh(userId: string): Promise<void> {
    for (const client of await this.deps.gateways.offered()) {
      const customer = client.can.storeCards && (await this.deps.customers.find(client.name, userId))
      if (customer) await this.sync(client.name, customer)
    }
  }

  /** Brings the cards of a customer to what the gateway has. True: something changed here. */
  sync(gateway: GatewayName, customer: string): Promise<boolean> {
    return this.exclusively(gateway, customer, () => this.syncLocked(gateway, customer))
  }

  /** `sync` for a caller that has locked the customer. */
  async syncLocked(gateway: GatewayName, customer: string): Promise<boolean> {
    const { db, customers, gateways } = this.deps
    const userId = await customers.userOf(gateway, customer)
    // Ignores customers of a former gateway account, whose credentials are not used any more.
    if (!userId || (await customers.find(gateway, userId)) !== customer) return false
    const client = await gateways.require(gateway)
    const stored = await client.cards(customer)
    const before = await this.defaultOf(userId)
    const changed = await db.transaction((tx) => this.replace(tx, gateway, userId, stored))
    const now = await this.defaultOf(userId)
    // Another card took the place of the default: the gateway charges it for subscriptions too.
    if (now?.gateway === gateway && now.reference !== before?.reference)
      await client.makeDefaultCard(customer, now.reference)
    return changed
  }

  /** 404 `card-not-found`. */
  async makeDefault(userId: string, id: string): Promise<void> {
    await this.withCard(userId, id, async ({ card, client, customer }) => {
      await client.makeDefaultCard(customer, card.reference)
      await this.deps.db.transaction(async (tx) => {
        await lockUser(tx, userId)
        const update = () => tx.builder<BillingTables>().updateTable('payment_cards')
        await update().set({ is_default: false }).where('user_id', '=', userId).where('is_default', '=', true).execute()
        await update().set({ is_default: true }).where('id', '=', id).execute()
      })
    })
  }

  /** 404 `card-not-found`. The newest of the others becomes the default. */
  async remove(userId: string, id: string): Promise<void> {
    await this.withCard(userId, id, async ({ card, client, customer }) => {
      const next = (await this.list(userId)).find((other) => other.id !== id)
      if (card.is_default && next?.gateway === card.gateway) await client.makeDefaultCard(customer, next.reference)
      await client.removeCard(customer, card.reference)
      await this.deps.db.transaction(async (tx) => {
        await lockUser(tx, userId)
        await tx.builder<BillingTables>().deleteFrom('payment_cards').where('id', '=', id).execute()
        await ensureDefault(tx, userId)
      })
    })
  }

  /** Runs `fn` alone for the customer: a list that was fetched before a card was removed would store the card again. */
  private exclusively<T>(gateway: GatewayName, customer: string, fn: () => Promise<T>): Promise<T> {
    return this.deps.objectLocks.withLock({ gateway, kind: 'customer', id: customer }, fn)
  }

  private async defaultOf(userId: string): Promise<CardRow | undefined> {
    return (await this.list(userId)).find(({ is_default }) => is_default)
  }

  async has(userId: string): Promise<boolean> {
    return (await this.list(userId)).length > 0
  }

  isPaused(): Promise<boolean> {
    return this.deps.gateways.isPaused()
  }

  /**
   * Charges the default card; without a stored card only finds the outcome of an earlier call. Rejects with `GatewayError`,
   * `card-not-found` or `gateway-unavailable`.
   */
  async charge({ userId, ...request }: ChargeRequest): Promise<ChargeResult> {
    const { gateways, customers, users } = this.deps
    const [card] = await this.list(userId)
    const gateway = card?.gateway ?? cardGateway
    const account = await users.accounts.byId(userId)
    const customer = await customers.find(gateway, userId)
    if (!account || !customer) throw billingErrors.fail('card-not-found')
    const client = await gateways.require(gateway)
    const rejection = client.units.rejectionOf(request)
    if (rejection !== null) return { status: 'declined', gateway, reason: rejection }
    const method = card?.reference ?? null
    const posted = (payments: readonly string[]) => this.posted(gateway, payments)
    const result = await client.charge({ ...request, customer, email: account.email, method, posted })
    if (result.status === 'too-small') return result
    return result.status === 'paid'
      ? { status: 'paid', gateway, reference: result.payment, amount: result.amount }
      : { status: 'declined', gateway, reason: result.reason }
  }

  private async posted(gateway: GatewayName, payments: readonly string[]): Promise<Set<string>> {
    const rows = await this.deps.db.query<{ reference: string }>(
      `select reference from ledger_transactions where gateway = $1 and reference = any($2) and status = 'completed'`,
      [gateway, payments],
    )
    return new Set(rows.map(({ reference }) => reference))
  }

  /** Runs `fn` with a card of the user while nothing else changes the customer's cards. 404 `card-not-found`. */
  private async withCard(userId: string, id: string, fn: (stored: StoredCard) => Promise<void>): Promise<void> {
    const { card, customer } = await this.requireCard(userId, id)
    await this.exclusively(card.gateway, customer, async () => fn(await this.requireCard(userId, id)))
  }

  private async requireCard(userId: string, id: string): Promise<StoredCard> {
    const card = (await this.list(userId)).find((stored) => stored.id === id)
    const customer = card && (await this.deps.customers.find(card.gateway, userId))
    if (!card || !customer) throw billingErrors.fail('card-not-found')
    return { card, customer, client: await this.deps.gateways.require(card.gateway) }
  }

  private async replace(tx: Tx, gateway: GatewayName, userId: string, stored: StoredMethod[]): Promise<boolean> {
    await lockUser(tx, userId)
    const removed = await tx.query(
      'delete from payment_cards where user_id = $1 and gateway = $2 and reference <> all($3) returning 1',
      [userId, gateway, stored.map(({ reference }) => reference)],
    )
    let added = 0
    for (const { reference, brand, last4, expiresYear, expiresMonth } of stored) {
      const inserted = await tx.query(
        `insert into payment_cards (id, user_id, gateway, reference, brand, last4, expires_year, expires_month)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (gateway, reference) do update
         set brand = excluded.brand, last4 = excluded.last4, expires_year = excluded.expires_year,
           expires_month = excluded.expires_month
         where payment_cards.user_id = excluded.user_id returning (xmax = 0) as is_new`,
        [newId(), userId, gateway, reference, brand, last4, expiresYear, expiresMonth],
      )
      if ((inserted[0] as { is_new?: boolean } | undefined)?.is_new) added += 1
    }
    await ensureDefault(tx, userId)
    if (added > 0) tx.emit('billing.card.stored', { userId })
    return added > 0 || removed.length > 0
  }
}

/** Changes of the cards of one user run one after the other. */
const lockUser = (tx: Tx, userId: string) =>
  tx.query('select 1 from gateway_customers where user_id = $1 order by gateway for update', [userId])

const ensureDefault = (tx: Tx, userId: string) =>
  tx.query(
    `update payment_cards set is_default = true
     where id = (select id from payment_cards where user_id = $1 order by created_at desc, id limit 1)
       and not exists (select 1 from payment_cards where user_id = $1 and is_default)`,
    [userId],
  )
