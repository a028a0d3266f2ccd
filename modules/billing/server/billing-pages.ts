import type { Db, Platform } from '../../platform/index.ts'
import type { Account, Users } from '../../users/index.ts'
import type { BillingOverview, Limitations } from '../contract.ts'
import { accountStanding } from './account-standing.ts'
import type { FailedPayments } from './failed-payments/failed-payments.ts'
import { type CardForm, stripeForm } from './gateways/stripe/stripe-form.ts'
import { countryCode } from './invoices/seller-country.ts'
import type { PaymentPages } from './payment-pages.ts'
import { presentPlan } from './plans/plan.resource.ts'
import type { Plans } from './plans/plans.ts'
import { presentTransaction } from './services/transaction.resource.ts'
import { listTransactions } from './services/transactions.ts'
import { presentSubscription } from './subscriptions/subscription.resource.ts'
import { findUserSubscription } from './subscriptions/subscription-list.ts'
import type { Estimates } from './usage/estimates.ts'
import { presentEstimate, readAccountMoney } from './usage/usages-section.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    billing: BillingPages
  }
}

export interface BillingPages {
  /** Null while accounts are not billed, and this account has nothing from an earlier engine. */
  overview(userId: string, locale: string): Promise<BillingOverview | null>
  /** Null where the account can store no card. */
  cardForm(userId: string): Promise<CardForm | null>
}

interface Deps {
  db: Db
  settings: Platform['settings']
  users: Pick<Users, 'accounts'>
  payments: PaymentPages
  /** Origin that replaces Stripe's; null: Stripe's own. */
  stripeBase: string | null
  plans: Plans
  estimates: Estimates
  failedPayments: FailedPayments
  limitations(account: Account): Promise<Limitations>
}

const transactionsPerPage = 10

export const createBillingPages = (deps: Deps): BillingPages => {
  const { db, settings, users, payments, plans, estimates, failedPayments } = deps

  const isBilled = async (userId: string) =>
    (await settings.get('subscription_type')) !== 'none' || (await accountStanding(db, userId)).isBilled
  const subscriptionOf = async (userId: string, locale: string): Promise<BillingOverview['subscription']> => {
    const subscription = await findUserSubscription(db, userId)
    if (subscription?.plan.type !== 'fixed') return null
    const actions = await payments.actions(subscription.gateway)
    return { resource: presentSubscription(subscription, locale), actions }
  }
  const usageOf = async (userId: string, locale: string): Promise<BillingOverview['usage']> => {
    const estimate = await estimates.forUser(userId)
    return estimate && presentEstimate(estimate, await readAccountMoney(db, userId, estimate.bill.currency), locale)
  }
  const transactionsOf = async (userId: string, locale: string): Promise<BillingOverview['transactions']> => {
    const { rows, nextCursor } = await listTransactions(db, userId, { per_page: transactionsPerPage })
    return { rows: rows.map((row) => presentTransaction(row, locale)), nextCursor }
  }
  return {
    async cardForm(userId) {
      if (!(await isBilled(userId))) return null
      const canStore = (await payments.options()).some(({ stores_cards }) => stores_cards)
      return canStore ? stripeForm(deps.stripeBase) : null
    },
    async overview(userId, locale) {
      const engine = await settings.get('subscription_type')
      const account = await users.accounts.byId(userId)
      if (!account || !(await isBilled(userId))) return null
      const [options, balance, cards, subscription, offered, limitations, usage, failed, transactions] =
        await Promise.all([
          payments.options(),
          payments.balance(userId, locale),
          payments.cards(userId),
          subscriptionOf(userId, locale),
          engine === 'fixed' ? plans.offered() : [],
          deps.limitations(account),
          engine === 'metered' ? usageOf(userId, locale) : null,
          failedPayments.list(userId, locale),
          transactionsOf(userId, locale),
        ])
      const { max_storage_amount: storage, max_team_members: members } = limitations
      return {
        engine,
        options,
        balance,
        cards,
        subscription,
        usage,
        transactions,
        lacksCountry: !countryCode(account.country ?? '') && Object.keys(await settings.get('tax_rates')).length > 0,
        failedPayments: failed,
        plans: offered.filter(({ type }) => type === 'fixed').map((plan) => presentPlan(plan, locale)),
        storage: { use: storage.use, total: storage.total },
        members: { use: members.use, total: members.total },
      }
    },
  }
}
