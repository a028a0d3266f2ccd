import type { Db, Platform } from '../../platform/index.ts'
import { formatMoney } from '../../shared/contract.ts'
import type { Account, Users } from '../../users/index.ts'
import {
  type AdminTransaction,
  type BillingHoldings,
  type Limitations,
  type ListState,
  type PageOf,
  type Plan,
  PlanFilters,
  type Subscription,
  SubscriptionFilters,
  TransactionFilters,
  type UserBilling,
} from '../contract.ts'
import type { BillingEntitlements } from './entitlements.ts'
import type { GatewayPrices } from './gateways/gateway-prices.ts'
import type { PlanSync } from './gateways/plan-sync.ts'
import { lacksSellerCountry } from './invoices/invoice-terms.ts'
import { presentPlan } from './plans/plan.resource.ts'
import type { ListedPlan, Plans } from './plans/plans.ts'
import { listAdminTransactions } from './services/admin-transactions.ts'
import { readHoldings } from './services/holdings.ts'
import type { Ledger } from './services/ledger.ts'
import type { PageRequest } from './services/list-page.ts'
import { listStateReader } from './services/list-state.ts'
import { hasFixedSubscriptions, readAccountPlans } from './subscriptions/account-plans.ts'
import { presentSubscription } from './subscriptions/subscription.resource.ts'
import { findUserSubscription, listSubscriptions } from './subscriptions/subscription-list.ts'
import type { Subscriptions } from './subscriptions/subscriptions.ts'
import type { Estimates } from './usage/estimates.ts'
import { presentEstimate, readAccountMoney } from './usage/usages-section.ts'

interface Deps {
  db: Db
  settings: Platform['settings']
  users: Pick<Users, 'accounts'>
  plans: Plans
  subscriptions: Subscriptions
  prices: Pick<GatewayPrices, 'idsOf'>
  planSync: PlanSync
  estimates: Estimates
  ledger: Ledger
  entitlements: Pick<BillingEntitlements, 'canDownload'>
  limitationsOf(account: Account): Promise<Limitations>
}

const perPage = 20
const newestCount = 5
/** Most plans that the filter of the accounts' list offers. */
const maxPlanNames = 200

/** Data of the administrators' pages about billing, in the shapes of the API. Callers check the role. */
export const createAdminBilling = (deps: Deps) => {
  const { db, settings, users, plans, prices, planSync, estimates, ledger } = deps

  const present = async (listed: ListedPlan[], locale: string): Promise<Plan[]> => {
    const ids = await prices.idsOf(listed.map(({ id }) => id))
    return listed.map((plan) => presentPlan(plan, locale, ids.get(plan.id)))
  }
  const subscriptionsOf = async (
    planId: string | null,
    cursor: string | undefined,
    filters: SubscriptionFilters,
    locale: string,
  ): Promise<PageOf<Subscription>> => {
    const page = await listSubscriptions(db, planId, { cursor, per_page: perPage }, filters)
    return { ...page, rows: page.rows.map((row) => presentSubscription(row, locale)) }
  }
  const transactionsOf = (userId: string | null, request: PageRequest, locale: string) =>
    listAdminTransactions(db, userId, request, locale)

  return {
    engine: () => settings.get('subscription_type'),
    /** Currency of balances. */
    currency: () => settings.get('billing_currency'),
    /** Readers of search and filters in the URLs of lists. */
    listState: {
      plans: listStateReader(PlanFilters),
      subscriptions: listStateReader(SubscriptionFilters),
      transactions: listStateReader(TransactionFilters),
    },
    async plans({ cursor, from: _, ...filters }: ListState<PlanFilters>, locale: string): Promise<PageOf<Plan>> {
      const page = await plans.page({ cursor, per_page: perPage }, filters)
      return { ...page, rows: await present(page.rows, locale) }
    },
    /** 404 `plan-not-found`. */
    async plan(id: string, locale: string): Promise<Plan> {
      const [plan] = await present([await plans.details(id)], locale)
      return plan as Plan
    },
    /** Fixed plans by their names, archived ones included, `maxPlanNames` at most. */
    planNames: () => plans.names(maxPlanNames),
    hasFixedSubscriptions: () => hasFixedSubscriptions(db),
    /** Plans that accounts are subscribed to, by account. */
    async accountPlans(accounts: readonly { id: string }[], locale: string) {
      const ids = accounts.map(({ id }) => id)
      return readAccountPlans(db, await settings.get('subscription_type'), ids, locale)
    },
    /** The plan that accounts are metered by; null without one. */
    async meteredPlan(): Promise<{ id: string; name: string } | null> {
      const plan = await plans.metered()
      return plan && { id: plan.plan_id, name: plan.name }
    },
    meteredPlans: () => plans.meteredPlans(),
    /** Subscriptions of a plan, or of all plans (null). */
    subscriptions: (
      planId: string | null,
      { cursor, from: _, ...filters }: ListState<SubscriptionFilters>,
      locale: string,
    ) => subscriptionsOf(planId, cursor, filters, locale),
    transactions: (
      { cursor, from: _, ...filters }: ListState<TransactionFilters>,
      locale: string,
    ): Promise<PageOf<AdminTransaction>> =>
      listAdminTransactions(db, null, { cursor, per_page: perPage }, locale, filters),
    newestTransactions: async (locale: string): Promise<AdminTransaction[]> =>
      (await transactionsOf(null, { per_page: newestCount }, locale)).rows,
    /** Money received at gateways, less what was given back there; one text for each currency. */
    async earnings(locale: string): Promise<string[]> {
      const rows = await db.query<{ amount: number; currency: string }>(
        `select (-sum(balance))::bigint as amount, currency from ledger_accounts where kind = 'gateway'
         group by currency having sum(balance) <> 0 order by sum(balance)`,
      )
      const currency = await settings.get('billing_currency')
      return (rows.length > 0 ? rows : [{ amount: 0, currency }]).map((money) => formatMoney(money, locale))
    },
    /** Accounts that are subscribed now, by type of plan. */
    async currentSubscriptions(): Promise<{ fixed: number; metered: number }> {
      const [counted] = await db.query<{ fixed: number; metered: number }>(
        `select coalesce(sum(n) filter (where v.meters is null), 0)::int as fixed,
           coalesce(sum(n) filter (where v.meters is not null), 0)::int as metered
         from (select plan_version_id, count(*) as n from subscriptions
               where status in ('active', 'cancelled') group by plan_version_id) s
         join plan_versions v on v.id = s.plan_version_id`,
      )
      return counted ?? { fixed: 0, metered: 0 }
    },
    /** Billing of an account; null for an unknown one. */
    async user(id: string, locale: string): Promise<UserBilling | null> {
      const account = await users.accounts.byId(id)
      if (!account) return null
      const [engine, currency, subscription, estimate] = await Promise.all([
        settings.get('subscription_type'),
        settings.get('billing_currency'),
        findUserSubscription(db, id),
        estimates.forUser(id),
      ])
      const amount = await ledger.balance(id, currency)
      const { rows, nextCursor } = await transactionsOf(id, { per_page: perPage }, locale)
      return {
        engine,
        subscription: subscription && presentSubscription(subscription, locale),
        balance: { amount, currency, formatted: formatMoney({ amount, currency }, locale) },
        limits: await deps.limitationsOf(account),
        usage: estimate && presentEstimate(estimate, await readAccountMoney(db, id, estimate.bill.currency), locale),
        transactions: rows,
        hasMoreTransactions: nextCursor !== null,
        isBlocked: !(await deps.entitlements.canDownload(id)).allowed,
      }
    },
    /** Paid plan, balances and unpaid amounts that the deletion of an account would end. */
    holdings: (userId: string, locale: string): Promise<BillingHoldings> => readHoldings(deps, userId, locale),
    /** Gateways whose last synchronisation of plans failed. */
    syncFailures: () => planSync.failures(),
    lacksSellerCountry: () => lacksSellerCountry(settings),
  }
}
