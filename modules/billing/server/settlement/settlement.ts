import type { FastifyInstance } from 'fastify'
import { AppError, CollectedErrors, type Platform, retentionPausedSince } from '../../../platform/index.ts'
import type { Users } from '../../../users/index.ts'
import { moneyCollected } from '../../contract.ts'
import type { BillingTables } from '../entities/index.ts'
import { billingErrors } from '../errors.ts'
import type { PaymentMethods } from '../gateways/gateway.ts'
import { InvoiceMails } from '../invoices/invoice-mails.ts'
import { invoiceTerms } from '../invoices/invoice-terms.ts'
import { invoicesRoutes } from '../invoices/invoices.routes.ts'
import { Invoices } from '../invoices/invoices.ts'
import { Debts } from '../services/debts.ts'
import type { Ledger } from '../services/ledger.ts'
import { isMetered } from '../subscriptions/is-metered.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { Estimates } from '../usage/estimates.ts'
import { usageRoutes } from '../usage/usage.routes.ts'
import { UsageChoices } from '../usage/usage-choices.ts'
import type { UsageRecorder } from '../usage/usage-recorder.ts'
import { Bills } from './bills.ts'
import { Collector } from './collector.ts'
import { Dunning } from './dunning.ts'
import { DunningScan } from './dunning-scan.ts'
import { mailOnEvents } from './mail-on-events.ts'
import { BillingMails } from './mails.ts'
import { Reminders } from './reminders.ts'
import { UsageAlerts } from './usage-alerts.ts'

interface SettlementDeps {
  users: Users
  ledger: Ledger
  subscriptions: Subscriptions
  recorder: UsageRecorder
  estimates: Estimates
  methods: PaymentMethods
  /** Whether users can pay at a gateway by themselves. */
  isOffered(): Promise<boolean>
}

/** The jobs of metered accounts: record, bill, collect, alert, remind. Each may run twice, late, or in two processes. */
export const createSettlement = (platform: Platform, deps: SettlementDeps) => {
  const { db, audit, settings, jobs, log, events, realtime } = platform
  const { users, ledger, subscriptions, recorder, estimates, methods, isOffered } = deps
  const dunning = new Dunning()
  const debts = new Debts({ db, ledger, log })
  const invoices = new Invoices(invoiceTerms(settings, users))
  const bills = new Bills({ db, jobs, subscriptions, recorder })
  const collector = new Collector({ db, audit, jobs, log, ledger, invoices, dunning, methods })
  const alerts = new UsageAlerts(db)
  const scan = new DunningScan({ db, settings, ledger, methods, dunning })
  const mails = new BillingMails(platform)
  const reminders = new Reminders({ db, jobs, users, mails, isOffered })
  const billEnded = async (userId: string) => {
    const subscription = await subscriptions.current(userId)
    if (subscription?.plan.type !== 'metered') return
    await db.transaction((tx) => recorder.record(tx, [userId]))
    await bills.settle(subscription.id, { wait: true })
  }
  const choices = new UsageChoices({ db, audit, estimates, billEnded })

  /** Skips a job while the clock may be wrong: money that was charged for a period to come is not given back by itself. */
  const byRightClock = (run: () => Promise<object>) => async () =>
    (await retentionPausedSince(db, 0)) ? { skipped: 'the clock has moved by days and may be wrong' } : run()
  /**
   * Skips a job with another engine, too: its accounts are not metered. Their earlier usage is billed (`closeAll`), and
   * collected.
   */
  const metered = (run: () => Promise<object>) =>
    byRightClock(async () =>
      (await settings.get('subscription_type')) === 'metered' ? run() : { skipped: 'accounts are not metered' },
    )
  jobs.define(
    'report-usage',
    metered(async () => ({ ...(await recorder.run()), ...(await alerts.run()) })),
    {
      cron: '10 * * * *',
    },
  )
  const failureOf = ({ misconfigured = 0 }: { misconfigured?: number }) =>
    misconfigured > 0
      ? `bills that cannot be charged, as a payment service has no credentials or rejects them: ${misconfigured}`
      : null
  const settle = async () => ({ ...(await bills.run()), ...(await collector.run()) })
  jobs.define('settle-subscriptions', metered(settle), { cron: '20 * * * *', failureOf })
  const retry = async () => {
    const [repaid] = await Promise.allSettled([debts.repay()])
    // Bills are collected also when a debt cannot be taken.
    const collected = await collector.run()
    if (repaid.status === 'rejected') throw repaid.reason
    return { ...repaid.value, ...collected }
  }
  jobs.define('retry-failed-payments', byRightClock(retry), { cron: '35 * * * *', failureOf })
  jobs.define(
    'check-billing-alerts',
    metered(() => alerts.run()),
    { cron: '45 * * * *' },
  )
  /**
   * No account is reminded while none can pay. Where payments are accepted without a gateway, administrators increase
   * balances, and the reminders say so. While they are turned off, accounts whose balance is enough are still released.
   */
  const remind = async () => {
    const isPaused = await methods.isPaused()
    if (!isPaused && (await settings.get('allowed_payments')))
      return { ...(await scan.run()), ...(await reminders.run()) }
    await reminders.postpone()
    if (isPaused) return { skipped: 'payments are paused' }
    return { released: await scan.release(), skipped: 'payments are turned off' }
  }
  jobs.define('scan-dunning', metered(remind), { cron: '50 3 * * *' })
  const invoiceMails = new InvoiceMails({ ...platform, users, mails })
  jobs.define('mail-invoices', () => invoiceMails.run(), { cron: '*/5 * * * *' })
  mailOnEvents(platform, users, mails)
  /** After an account added money or a payment method: takes debts from its balance, collects its bills, and releases it. */
  const moneyAdded = async (userId: string) => {
    try {
      await debts.repay(userId)
      await collector.retry(userId)
    } finally {
      // Whatever a gateway answers, the money was added.
      await db.transaction((tx) => dunning.paid(tx, userId))
      realtime.publish({ userId, event: moneyCollected, ids: {} })
    }
  }
  realtime.describe(moneyCollected, async () => ({}))
  events.on('billing.balance.credited', ({ userId }) => moneyAdded(userId))
  events.on('billing.balance.funded', ({ userId }) => moneyAdded(userId))
  events.on('billing.card.stored', ({ userId }) => moneyAdded(userId))
  users.beforeDeletion(async (userId) => {
    // Collects also when an earlier run closed the account: a gateway that does not answer ends the run, and the account
    // stays until it does.
    await bills.close(userId)
    const isUnaskable = await collector.retry(userId).then(
      () => false,
      (error: unknown) => {
        // A gateway whose credentials were removed cannot be asked; one that rejects them can be, once they are corrected.
        if (!(error instanceof AppError)) throw error
        return true
      },
    )
    if ((await methods.isPaused()) && (await collector.owes(userId))) throw billingErrors.fail('gateway-unavailable')
    await collector.writeOff(userId, { isUnaskable })
    // Alerts, caps and dunning. Records that explain the money stay (decision 0038).
    await db.builder<BillingTables>().deleteFrom('billing_accounts').where('user_id', '=', userId).execute()
  })
  /** Resolves with the number of accounts that were billed. */
  const closeWhere = async (condition: string): Promise<number> => {
    const rows = await db.query<{ id: string }>(
      `select m.user_id as id from usage_meters m left join user_summaries u on u.id = m.user_id
       where ${condition} order by m.user_id`,
    )
    const errors = new CollectedErrors(log, 'cannot bill what an account used')
    let closed = 0
    for (const { id: userId } of rows) if (await errors.collect({ userId }, () => bills.close(userId))) closed += 1
    errors.rethrow()
    return closed
  }
  return {
    invoices,
    moneyAdded,
    /**
     * Tries at once to collect the open bills of an account. Rejects with 503 `gateway-unavailable` while payments are
     * paused, and with the error of a gateway that does not answer.
     */
    async retry(userId: string) {
      if (await methods.isPaused()) throw billingErrors.fail('gateway-unavailable')
      await collector.retry(userId)
    },
    /** Bills the usage of an account until now, and ends its metered subscription; null when it has none. */
    close: (userId: string) => bills.close(userId),
    /**
     * After a change to another engine: bills the usage of metered accounts until now, ends their subscriptions and
     * collects.
     */
    async closeAll() {
      const [closing] = await Promise.allSettled([closeWhere('true')])
      // Bills are collected also when an account cannot be billed.
      const isCollected = closing.status === 'rejected' || closing.value > 0
      const collected = isCollected ? await collector.run() : {}
      if (closing.status === 'rejected') throw closing.reason
      return { closed: closing.value, ...collected }
    },
    /**
     * Bills the usage of accounts that are not billed any more until now, and ends their subscriptions: they were suspended,
     * or became administrators.
     */
    closeExempt: async () => ({ closed: await closeWhere(`u.id is not null and not (${isMetered})`) }),
    routes(app: FastifyInstance): void {
      usageRoutes(app, platform, choices)
      invoicesRoutes(app, platform)
    },
  }
}

export type Settlement = ReturnType<typeof createSettlement>
