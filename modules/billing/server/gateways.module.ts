import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import type { Users } from '../../users/index.ts'
import { type PlanSyncResult, subscriptionChanged } from '../contract.ts'
import { registerAccountHandlers } from './gateways/account-handlers.ts'
import { Cards } from './gateways/cards.ts'
import { Checkouts } from './gateways/checkouts.ts'
import { Funding } from './gateways/funding.ts'
import { GatewayCustomers } from './gateways/gateway-customers.ts'
import { GatewayPrices } from './gateways/gateway-prices.ts'
import { GatewaySetups } from './gateways/gateway-setups.ts'
import { GatewaySync } from './gateways/gateway-sync.ts'
import { Gateways } from './gateways/gateways.ts'
import { ObjectLocks } from './gateways/object-locks.ts'
import { endOtherCheckouts } from './gateways/other-checkouts.ts'
import { PlanSync } from './gateways/plan-sync.ts'
import { Reconciliation, type ReconciliationReport } from './gateways/reconciliation.ts'
import { Refunds } from './gateways/refunds.ts'
import { Reversals } from './gateways/reversals.ts'
import { Subscribing } from './gateways/subscribing.ts'
import { subscriptionGateways } from './gateways/subscription-gateways.ts'
import { SubscriptionSync } from './gateways/subscription-sync.ts'
import { type SyncPayload, syncJob, Webhooks } from './gateways/webhooks.ts'
import type { Invoices } from './invoices/invoices.ts'
import { createPaymentPages } from './payment-pages.ts'
import type { Plans } from './plans/plans.ts'
import { gatewaySetupsRoutes } from './routes/gateway-setups.routes.ts'
import { paymentsRoutes } from './routes/payments.routes.ts'
import { webhooksRoutes } from './routes/webhooks.routes.ts'
import type { Ledger } from './services/ledger.ts'
import type { Subscriptions } from './subscriptions/subscriptions.ts'

interface GatewaysDeps {
  users: Users
  ledger: Ledger
  plans: Plans
  subscriptions: Subscriptions
  /** Issues the invoice of a payment for a subscription. */
  issueInvoice: Invoices['issue']
  /** Bills the usage of a metered account, before another subscription replaces its own. */
  billUsage(userId: string): Promise<unknown>
}

const syncPlansJob = 'sync-plans'
/** Fields of a plan are saved one by one: a delay lets one run follow several of them. */
const syncPlansDelayMs = 5_000

/** Payments at gateways: checkouts, cards, subscriptions, refunds, webhooks and comparison. */
export const createGateways = (platform: Platform, deps: GatewaysDeps) => {
  const { users, ledger, plans, subscriptions, issueInvoice, billUsage } = deps
  const { db, jobs } = platform
  const gateways = new Gateways(platform)
  const customers = new GatewayCustomers(db)
  const checkouts = new Checkouts(db)
  const objectLocks = new ObjectLocks(platform.locks)
  const prices = new GatewayPrices(db, objectLocks)
  const webhooks = new Webhooks({ ...platform, gateways })
  const cards = new Cards({ db, gateways, objectLocks, customers, users })
  const shared = { ...platform, gateways, objectLocks, customers, checkouts, prices, ledger, webhooks }
  const reversals = new Reversals(shared)
  const funding = new Funding({ ...shared, reversals })
  const subscriptionSync = new SubscriptionSync({ ...shared, subscriptions, issueInvoice, billUsage, reversals })
  const subscribing = new Subscribing({ ...shared, plans, subscriptions, sync: subscriptionSync })
  const sync = new GatewaySync({
    locks: objectLocks,
    gateways,
    webhooks,
    checkouts,
    funding,
    cards,
    subscribing,
    subscriptions: subscriptionSync,
    reversals,
  })
  const reconciliation = new Reconciliation({ ...shared, subscriptions, sync, reversals })
  const planSync = new PlanSync({ ...platform, gateways, prices, plans })
  const refunds = new Refunds(shared)
  const pages = createPaymentPages({ settings: platform.settings, gateways, cards, ledger })

  jobs.define(syncJob, (payload) => sync.run(payload as SyncPayload), { isPrompt: true })
  jobs.define('reconcile-gateways', () => reconciliation.run(), {
    cron: '50 3 * * *',
    isLong: true,
    failureOf: ({ failed }: ReconciliationReport) =>
      failed > 0 ? `subscriptions and payments that could not be compared: ${failed}` : null,
  })
  jobs.define('complete-refunds', () => refunds.completeOpen(), { cron: '55 * * * *' })
  jobs.define(syncPlansJob, () => planSync.run(), {
    cron: '40 3 * * *',
    failureOf: (results: PlanSyncResult[]) => results.find(({ failed }) => failed > 0)?.reason ?? null,
  })
  const isOffered = async () => (await gateways.offered()).length > 0
  const syncPlansSoon = async () => {
    if (await isOffered()) await jobs.add(syncPlansJob, {}, { key: syncPlansJob, delayMs: syncPlansDelayMs })
  }
  const setups = new GatewaySetups({ ...platform, gateways, syncPlans: syncPlansSoon })
  platform.events.on('billing.plan.created', syncPlansSoon)
  platform.events.on('billing.plan.changed', syncPlansSoon)

  // The former subscription ends at its gateway too. When this is lost, the daily comparison finds it.
  platform.events.on('billing.subscription.replaced', async ({ subscriptionId }) => {
    const replaced = await subscriptionSync.atGateway(subscriptionId)
    if (replaced) await webhooks.requestSync({ gateway: replaced.gateway, kind: 'subscription', id: replaced.id })
  })

  // When this is lost, a second payment is reported.
  platform.events.on('billing.subscription.activated', ({ userId }) => endOtherCheckouts(shared, userId))

  registerAccountHandlers(platform, { gateways, customers, users, webhooks })

  platform.realtime.describe(subscriptionChanged, async () => ({}))

  users.beforeDeletion((userId) => subscriptionSync.endAll(userId))

  return {
    /** Changes of subscriptions at their gateways. */
    subscriptionGateways: subscriptionGateways({ ...shared, sync: subscriptionSync }),
    /** Charges the cards that users have stored. */
    cards,
    /** Whether users can pay at a gateway now. */
    isOffered,
    setups,
    prices,
    planSync,
    refunds,
    pages,
    routes(app: FastifyInstance): void {
      webhooksRoutes(app, platform, { webhooks })
      paymentsRoutes(app, platform, { users, checkouts, funding, subscribing, cards, sync, pages })
      gatewaySetupsRoutes(app, platform, { users, setups })
    },
  }
}
