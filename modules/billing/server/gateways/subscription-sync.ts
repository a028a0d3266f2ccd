import { AppError, type Executor, type Platform, type Tx } from '../../../platform/index.ts'
import { subscriptionChanged } from '../../contract.ts'
import type { BillingTables } from '../entities/index.ts'
import { billingErrors } from '../errors.ts'
import type { Invoices } from '../invoices/invoices.ts'
import type { Ledger } from '../services/ledger.ts'
import type { Canceller } from '../subscriptions/plan-ends.ts'
import type { SubscriptionState } from '../subscriptions/state.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { CheckoutRow, Checkouts } from './checkouts.ts'
import { endReturnedPlan } from './ended-plans.ts'
import { type GatewayName, subscriptionNote } from './gateway.ts'
import type { GatewayClient, GatewaySubscription, PaidPeriod } from './gateway-client.ts'
import type { GatewayCustomers } from './gateway-customers.ts'
import type { GatewayPrices } from './gateway-prices.ts'
import { stateOfGateway } from './gateway-state.ts'
import type { Gateways } from './gateways.ts'
import { renewalChangeFor } from './leaving-accounts.ts'
import { isCancelled, isCollectedAfterEnd, mayCollect } from './may-collect.ts'
import { mustEndAtGateway } from './must-end-at-gateway.ts'
import type { ObjectLocks } from './object-locks.ts'
import { recordPastDue } from './past-due.ts'
import type { Reversals } from './reversals.ts'
import { endOfPeriod, planVersionAt, planVersionName } from './subscription-versions.ts'
import { findPaidTwice, reportUnneeded } from './unneeded-payments.ts'

type SubscriptionSyncDeps = Pick<Platform, 'db' | 'audit' | 'log' | 'realtime'> & {
  gateways: Gateways
  objectLocks: ObjectLocks
  customers: GatewayCustomers
  checkouts: Checkouts
  prices: GatewayPrices
  ledger: Ledger
  subscriptions: Subscriptions
  issueInvoice: Invoices['issue']
  /** Bills what a metered account has used, and ends its subscription; does nothing for another account. */
  billUsage(userId: string): Promise<unknown>
  reversals: Pick<Reversals, 'applyTo'>
}

/** Brings subscriptions to the state that their gateway has, and posts the payments for them. */
export class SubscriptionSync {
  private readonly deps: SubscriptionSyncDeps
  constructor(deps: SubscriptionSyncDeps) {
    this.deps = deps
  }

  /** Fetches the state from the gateway and applies it. True: something changed here. */
  sync(gateway: GatewayName, id: string): Promise<boolean> {
    return this.deps.objectLocks.withLock({ gateway, kind: 'subscription', id }, () => this.syncLocked(gateway, id))
  }

  /** `sync` for a caller that has locked the subscription. */
  async syncLocked(gateway: GatewayName, id: string): Promise<boolean> {
    const client = await this.deps.gateways.require(gateway)
    const reported = await client.subscription(id)
    const isUnwanted = async () => reported.collection !== 'none' && (await mustEndAtGateway(this.deps.db, gateway, id))
    const isEnded = await isUnwanted()
    // The answer of the call by which `followAccount` cancelled it may have been lost.
    const isLeaving = isCancelled(reported) && (await renewalChangeFor(this.deps.db, gateway, reported)) === 'cancel'
    const changed = !isEnded && (await this.apply(gateway, reported, isLeaving ? 'deletion' : undefined))
    // Asked again: the first report of a checkout that was paid after its account was deleted.
    if (!isEnded && !isCollectedAfterEnd(reported) && !(await isUnwanted()))
      return (await endReturnedPlan(this.deps, client, id)) || (await this.followAccount(client, reported)) || changed
    await this.apply(gateway, await client.cancel(id))
    this.deps.log.warn(
      { gateway, subscription: id },
      'a subscription that has no place here is cancelled at its gateway',
    )
    return true
  }

  /**
   * Cancels the plan of an account that is suspended or waits for its deletion, and resumes it when its user has it again.
   * True: something changed here.
   */
  private async followAccount(client: GatewayClient, reported: GatewaySubscription): Promise<boolean> {
    const { name: gateway, can } = client
    const { id, collection } = reported
    const step = await renewalChangeFor(this.deps.db, gateway, reported)
    if (step === 'cancel' && collection === 'automatic') return this.apply(gateway, await client.cancel(id), 'deletion')
    return step === 'resume' && can.resume && this.apply(gateway, await client.resume(id))
  }

  /** The gateway's subscription as a state of the state machine; null while its price is none of ours. */
  stateOf(gateway: GatewayName, reported: GatewaySubscription): Promise<SubscriptionState | null> {
    return stateOfGateway(this.deps.db, this.deps.prices, gateway, reported)
  }

  /** The gateway that charges for a subscription here, and its id there; null for one without. */
  async atGateway(subscriptionId: string): Promise<{ gateway: GatewayName; id: string } | null> {
    const row = await this.deps.db
      .builder<BillingTables>()
      .selectFrom('gateway_subscriptions')
      .select(['gateway', 'id'])
      .where('subscription_id', '=', subscriptionId)
      .executeTakeFirst()
    return row ?? null
  }

  /**
   * Makes sure, before the account is deleted, that no gateway charges it again, also for subscriptions that have ended
   * here. Rejects when a gateway does not answer, so that the deletion is tried again, and while payments are paused; a
   * gateway whose credentials were removed cannot be asked.
   */
  async endAll(userId: string): Promise<void> {
    const rows = await this.deps.db.query<{ gateway: GatewayName; id: string }>(
      `select g.gateway, g.id from gateway_subscriptions g join subscriptions s on s.id = g.subscription_id
       where s.user_id = $1`,
      [userId],
    )
    if (rows.length > 0 && (await this.deps.gateways.isPaused())) throw billingErrors.fail('gateway-unavailable')
    for (const { gateway, id } of rows) {
      const client = await this.deps.gateways.find(gateway)
      if (!client)
        this.deps.log.warn({ gateway, subscription: id }, 'a deleted account stays subscribed at its gateway')
      else
        await this.deps.objectLocks.withLock({ gateway, kind: 'subscription', id }, async () => {
          if (await mayCollect(client, id, this.deps.log)) await client.cancel(id)
        })
    }
    await this.completeAll(userId)
  }

  /** Ends all plans of the account here: the last reports of their gateways would find no account. */
  private async completeAll(userId: string): Promise<void> {
    const { db, subscriptions } = this.deps
    await db.transaction(async (tx) => {
      await subscriptions.lockAccount(tx, userId)
      const rows = await tx.query<{ id: string; at: Date }>(
        `select s.id, now() as at from subscriptions s join plan_versions v on v.id = s.plan_version_id
         where s.user_id = $1 and s.status in ('active', 'cancelled') and v.meters is null order by s.id for update of s`,
        [userId],
      )
      for (const { id, at } of rows) await subscriptions.apply(tx, id, { type: 'completed', at })
    })
  }

  private async apply(gateway: GatewayName, reported: GatewaySubscription, by?: Canceller): Promise<boolean> {
    const { db, audit, log, subscriptions, checkouts } = this.deps
    const checkout = reported.reference ? await checkouts.find(gateway, reported.reference) : null
    const userId = await this.ownerOf(gateway, reported, checkout)
    const state = await this.stateOf(gateway, reported)
    if (!userId || !state) {
      log.info({ gateway, subscription: reported.id }, 'a subscription that was not asked for here is ignored')
      return false
    }
    // PayPal has a subscription for each checkout, also where its user never agrees; a first payment may fail for good.
    const isOver = state.status === 'completed' && reported.payments.length === 0
    const isPaid = state.status !== 'inactive' && !isOver
    if (!isPaid && !(await findStored(db, gateway, reported.id))) {
      if (checkout && isOver) await checkouts.giveUp(gateway, checkout.reference)
      return false
    }
    // The checkout may have been begun before the installation began to meter.
    if (state.status === 'active') await this.deps.billUsage(userId)
    const version = await this.deps.prices.versionOf(gateway, reported.price)
    let changed = await db.transaction(async (tx) => {
      const subscriptionId = await this.ensure(tx, gateway, reported.id, { userId, state })
      if (checkout && isPaid) await checkouts.setStatus(tx, checkout.reference, 'paid')
      await tx
        .builder<BillingTables>()
        .updateTable('gateway_subscriptions')
        .set({ next_plan_version_id: version === state.planVersionId ? null : version })
        .where('gateway', '=', gateway)
        .where('id', '=', reported.id)
        .execute()
      await recordPastDue(tx, { gateway, reported, userId, versionId: state.planVersionId })
      await subscriptions.lockAccount(tx, userId)
      const { status } = (await subscriptions.lock(tx, subscriptionId)).find((row) => row.id === subscriptionId) ?? {}
      // The subscription may have ended here earlier than at its gateway, or been replaced while the gateway was asked.
      if (status === 'completed' && state.status === 'cancelled') return false
      if (state.status === 'active' && (await mustEndAtGateway(tx, gateway, reported.id))) return false
      const applied = await subscriptions.applyGatewayState(tx, subscriptionId, state, by).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        log.error({ gateway, subscription: reported.id, state }, 'no step leads to the state that the gateway has')
        return false
      })
      if (applied && checkout && status === 'inactive')
        for (const paid of await findPaidTwice(tx, subscriptionId, checkout.created_at))
          await reportUnneeded(tx, audit, paid)
      return applied
    })
    for (const payment of reported.payments)
      changed = (await this.post(gateway, reported.id, { userId, versionId: state.planVersionId }, payment)) || changed
    // Reversals of payments that were posted before, too: the process may have ended between the two.
    const payments = reported.payments.map(({ payment }) => payment)
    changed = (await this.deps.reversals.applyTo(gateway, payments)) || changed
    // Published at the end, and not on activation: the page shows the payment and its invoice too.
    if (changed) this.deps.realtime.publish({ userId, event: subscriptionChanged, ids: {} })
    return changed
  }

  /** The account of the subscription here; else of its checkout; else of the gateway's customer. */
  private async ownerOf(
    gateway: GatewayName,
    { id, customer }: GatewaySubscription,
    checkout: CheckoutRow | null,
  ): Promise<string | null> {
    const [stored] = await this.deps.db.query<{ user_id: string }>(
      `select s.user_id from gateway_subscriptions g join subscriptions s on s.id = g.subscription_id
       where g.gateway = $1 and g.id = $2`,
      [gateway, id],
    )
    return stored?.user_id ?? checkout?.user_id ?? (await this.deps.customers.userOf(gateway, customer))
  }

  /** The id of the subscription here, which is created when the gateway first reports it. */
  private async ensure(
    tx: Tx,
    gateway: GatewayName,
    id: string,
    { userId, state }: { userId: string; state: SubscriptionState },
  ): Promise<string> {
    // The lock lets one of several first reports create it.
    await tx.lock(`gateway-subscription:${gateway}${id}`)
    const stored = await findStored(tx, gateway, id)
    if (stored) return stored
    const { planVersionId } = state
    const created = await this.deps.subscriptions.create(tx, { userId, planVersionId, gateway })
    const row = { gateway, id, subscription_id: created }
    await tx.builder<BillingTables>().insertInto('gateway_subscriptions').values(row).execute()
    return created
  }

  /** Posts a payment and issues its invoice, once, for the plan and the period that were paid. */
  private async post(
    gateway: GatewayName,
    id: string,
    { userId, versionId }: { userId: string; versionId: string },
    { payment, amount, currency, period, price }: PaidPeriod,
  ): Promise<boolean> {
    const { db, audit, ledger, subscriptions, issueInvoice, checkouts, prices } = this.deps
    // Users who had the same email one after the other may be one customer of a gateway.
    const checkout = await checkouts.find(gateway, payment)
    if (checkout && checkout.user_id !== userId) return false
    const key = `payment:${gateway}:${payment}`
    return db.transaction(async (tx) => {
      // Whether the subscription was replaced is known before the payment is posted, or the other way round.
      await subscriptions.lockAccount(tx, userId)
      const result = await ledger.post(tx, {
        userId,
        amount,
        currency,
        type: 'charge',
        from: { gateway },
        to: 'sales',
        gateway,
        reference: payment,
        note: subscriptionNote,
        metadata: { subscription: id },
        key,
      })
      if (result !== 'posted') return false
      if (await mustEndAtGateway(tx, gateway, id))
        await reportUnneeded(tx, audit, { userId, gateway, payment, amount, currency })
      const paidVersion = price
        ? await prices.versionOf(gateway, price, tx)
        : await planVersionAt(tx, gateway, id, period?.from)
      const paidFor = paidVersion ?? versionId
      const name = await planVersionName(tx, paidFor)
      const to = period && (period.to ?? (await endOfPeriod(tx, paidFor, period.from)))
      await issueInvoice(tx, key, {
        lines: [{ item: 'plan', amount, name }],
        ...(period && to ? { period: { from: period.from, to } } : {}),
      })
      return true
    })
  }
}

/** The id of the subscription here that a gateway has under `id`; null: it is not stored. */
const findStored = async (executor: Executor, gateway: GatewayName, id: string): Promise<string | null> => {
  const ofGateway = executor.builder<BillingTables>().selectFrom('gateway_subscriptions').where('gateway', '=', gateway)
  return (await ofGateway.where('id', '=', id).select('subscription_id').executeTakeFirst())?.subscription_id ?? null
}
