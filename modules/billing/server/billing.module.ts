import type { FastifyInstance } from 'fastify'
import { type Platform, settingsChanged } from '../../platform/index.ts'
import { formatMoney } from '../../shared/contract.ts'
import type { Account, Users } from '../../users/index.ts'
import { billingSection } from './account-section.ts'
import { createAdminBilling } from './admin-billing.ts'
import { createBillingPages } from './billing-pages.ts'
import { fixedEngine } from './engines/fixed.ts'
import { limitationsOf } from './engines/limitations.ts'
import { meteredEngine } from './engines/metered.ts'
import { noneEngine } from './engines/none.ts'
import { BillingEntitlements } from './entitlements.ts'
import { exportBillingSection } from './export-section.ts'
import { failedPaymentsRoutes } from './failed-payments/failed-payments.routes.ts'
import { FailedPayments } from './failed-payments/failed-payments.ts'
import { createGateways } from './gateways.module.ts'
import { planOffers } from './plans/plan-offers.ts'
import { plansRoutes } from './plans/plans.routes.ts'
import { Plans } from './plans/plans.ts'
import { readPublicConfig } from './public-config.ts'
import { adminBillingRoutes } from './routes/admin-billing.routes.ts'
import { exportsRoutes } from './routes/exports.routes.ts'
import { transactionsRoutes } from './routes/transactions.routes.ts'
import { AuditedExports } from './services/audited-exports.ts'
import { Credits } from './services/credits.ts'
import { isOtherCurrencyUsed } from './services/currency-use.ts'
import { deletionLosses } from './services/deletion-losses.ts'
import { Ledger } from './services/ledger.ts'
import { recomputeBills } from './settlement/recompute.ts'
import { createSettlement, type Settlement } from './settlement/settlement.ts'
import { completeEnded } from './subscriptions/complete-ended.ts'
import { MeteredSubscriptions } from './subscriptions/metered-subscriptions.ts'
import { PlanEnds } from './subscriptions/plan-ends.ts'
import { SubscriptionChanges } from './subscriptions/subscription-changes.ts'
import { subscriptionsRoutes } from './subscriptions/subscriptions.routes.ts'
import { Subscriptions } from './subscriptions/subscriptions.ts'
import { Estimates } from './usage/estimates.ts'
import { UsageRecorder, type UsageSources } from './usage/usage-recorder.ts'
import { presentEstimate, readAccountMoney } from './usage/usages-section.ts'

interface BillingDeps {
  users: Users
  /** Bytes of an account, trash included; counted by storage. */
  usedBytes(userId: string): Promise<number>
  usage: UsageSources
  /** Emails of the people that an account works with in team folders. */
  teamEmails(userId: string): Promise<string[]>
}

const engineJob = 'apply-billing-engine'
const welcomeJob = 'welcome-account'

/** Plans, subscriptions, usage and payments. `entitlements` implements the entitlements of storage and teams. */
export const createBilling = (platform: Platform, { users, usedBytes, usage, teamEmails }: BillingDeps) => {
  const { db, audit, settings, events, jobs, realtime, log, i18n } = platform
  const ledger = new Ledger(db)
  const credits = new Credits({ db, audit, settings, users, ledger })
  const plans = new Plans(db, audit)
  const planEnds = new PlanEnds({ users, limitWithoutPlan: (account) => entitlements.limitWithoutPlan(account) })
  const subscriptions = new Subscriptions(db, planEnds)
  const recorder = new UsageRecorder(db, jobs, usage)
  const estimates = new Estimates(db, subscriptions, recorder)
  const entitlements = new BillingEntitlements(
    { db, settings, users },
    {
      none: noneEngine(settings),
      fixed: fixedEngine(db, settings),
      metered: meteredEngine(db, estimates),
    },
  )
  const payments = createGateways(platform, {
    users,
    ledger,
    plans,
    subscriptions,
    issueInvoice: (...of) => settlement.invoices.issue(...of),
    billUsage: (userId) => settlement.close(userId),
  })
  const gateways = payments.subscriptionGateways
  const changes = new SubscriptionChanges({ db, audit, settings, plans, subscriptions, gateways })
  const settlement: Settlement = createSettlement(platform, {
    users,
    ledger,
    subscriptions,
    recorder,
    estimates,
    methods: payments.cards,
    isOffered: payments.isOffered,
  })
  const limitations = (account: Account) => limitationsOf(account, { entitlements, usedBytes, teamEmails })
  const failedPayments = new FailedPayments({ ...platform, collect: settlement.retry })
  const pages = createBillingPages({
    db,
    settings,
    users,
    plans,
    estimates,
    failedPayments,
    limitations,
    payments: payments.pages,
    stripeBase: platform.config.paymentBases.stripe,
  })
  const metered = new MeteredSubscriptions({ db, jobs, log, settings, plans, subscriptions, recorder })

  const administration = createAdminBilling({
    db,
    settings,
    plans,
    subscriptions,
    estimates,
    ledger,
    users,
    entitlements,
    prices: payments.prices,
    planSync: payments.planSync,
    limitationsOf: limitations,
  })

  users.requireForSignUp(() => metered.canStart())
  const { actions } = payments.pages
  users.describeDeletion(deletionLosses({ db, i18n, holdings: administration.holdings, actions }))
  users.provideSection('storage', async (account) => entitlements.storageOf(account, await usedBytes(account.id)))
  users.provideSection('restrictions', async (account) => entitlements.summary(account, await usedBytes(account.id)))
  users.provideSection('limitations', async (account) =>
    (await settings.get('subscription_type')) === 'fixed' ? limitations(account) : {},
  )
  users.provideSection('billing', (account) =>
    billingSection({ db, settings, i18n, failedPayments, cards: payments.pages.cards }, account),
  )
  users.provideSection('usages', async (account) => {
    if ((await settings.get('subscription_type')) !== 'metered') return {}
    const estimate = await estimates.forUser(account.id)
    if (!estimate) return {}
    const money = await readAccountMoney(db, account.id, estimate.bill.currency)
    return presentEstimate(estimate, money, i18n.localeOf(account.locale, await settings.get('language')))
  })

  jobs.define('complete-subscriptions', () => completeEnded(db, subscriptions), { cron: '2 * * * *' })
  const applyEngine = async () =>
    (await settings.get('subscription_type')) === 'metered'
      ? { ...(await metered.startAll()), ...(await settlement.closeExempt()) }
      : settlement.closeAll()
  jobs.define(engineJob, applyEngine, { cron: '5 * * * *' })
  const applySoon = () => {
    jobs
      .add(engineJob, {}, { key: engineJob })
      .catch((error: unknown) => log.warn({ err: error }, 'the hourly job will apply the engine'))
  }
  realtime.listen(settingsChanged, applySoon)
  events.on('billing.plan.created', applySoon)
  // The hourly job would do it too, but later.
  events.on('users.registered', ({ userId }) => metered.start(userId))
  jobs.define(welcomeJob, (payload) => credits.welcome((payload as { userId: string }).userId), { isPrompt: true })
  events.beforeCommit(async (tx, emitted) => {
    for (const { name, payload } of emitted)
      if (name === 'users.registered') await jobs.add(welcomeJob, { userId: payload.userId }, { tx })
    // The usage of a suspended account is billed until then. A changed role follows within the hour.
    const isSuspension = emitted.some(({ name, payload }) =>
      name === 'users.access.ended' ? payload.isSuspended : name === 'users.access.restored',
    )
    if (isSuspension) await jobs.add(engineJob, {}, { key: engineJob, tx })
  })
  events.on('billing.entitlements.changed', ({ userIds }) => realtime.limitsChanged(userIds))
  // Open pages show the debt before anything is denied.
  events.on('billing.payment.failed', ({ userId }) => realtime.limitsChanged([userId]))
  return {
    entitlements,
    ledger,
    credits,
    plans,
    subscriptions,
    estimates,
    /** Whether money is owed or prepaid in another currency, which this currency of balances would leave behind. */
    isOtherCurrencyUsed: (currency: string) => isOtherCurrencyUsed(db, currency),
    /** Estimated cost of the running period of a metered account, formatted; null without one. */
    async usageCostOf(userId: string, locale: string): Promise<string | null> {
      const estimate = await estimates.forUser(userId)
      return estimate && formatMoney({ amount: estimate.total, currency: estimate.bill.currency }, locale)
    },
    /** The first UTC day whose traffic is not recorded yet; null: no account is metered. */
    unbilledTrafficFrom: () => recorder.neededFrom(),
    settlement,
    /** Computes the bills of periods that ended between two moments again, from their events. */
    recompute: (from: Date, to: Date, userId: string | null) => recomputeBills(db, from, to, userId),
    payments,
    administration,
    pages,
    /** The part of `GET /api/config` that is not in public settings. */
    publicConfig: () => readPublicConfig(platform, plans),
    exportSection: (userId: string) => exportBillingSection(db, userId),
    /** Plans that the home page advertises; none unless accounts can subscribe to fixed plans. */
    offers: async (locale: string) =>
      (await settings.get('subscription_type')) === 'fixed' ? planOffers(await plans.offered(), locale) : [],
    routes(app: FastifyInstance): void {
      transactionsRoutes(app, platform, credits)
      exportsRoutes(app, new AuditedExports(platform))
      adminBillingRoutes(app, platform, { users, refunds: payments.refunds })
      payments.routes(app)
      plansRoutes(app, platform, { plans, ...payments })
      subscriptionsRoutes(app, db, { plans, changes })
      failedPaymentsRoutes(app, platform, failedPayments)
      settlement.routes(app)
    },
  }
}

export type Billing = ReturnType<typeof createBilling>
