import type { Db, Platform, Settings } from '../../platform/index.ts'
import { formatMoney } from '../../shared/contract.ts'
import type { Account, BillingSection } from '../../users/index.ts'
import type { CreditCard, FailedPayment } from '../contract.ts'
import { presentSubscription } from './subscriptions/subscription.resource.ts'
import { findUserSubscription } from './subscriptions/subscription-list.ts'
import { readAccountMoney } from './usage/usages-section.ts'

interface Deps {
  db: Db
  settings: Pick<Settings, 'get'>
  i18n: Pick<Platform['i18n'], 'localeOf'>
  cards(userId: string): Promise<CreditCard[]>
  failedPayments: { list(userId: string, locale: string): Promise<FailedPayment[]> }
}

const wrapped = <Resource>(resources: readonly Resource[]) => resources.map((data) => ({ data }))

/**
 * Billing's part of `GET /api/user`: cards, the running subscription and, if it is metered, balance, alert, failed payments
 * and debt.
 */
export const billingSection = async (deps: Deps, account: Account): Promise<BillingSection> => {
  const { db, settings, i18n, failedPayments } = deps
  const { id } = account
  const locale = i18n.localeOf(account.locale, await settings.get('language'))
  const [cards, subscription] = await Promise.all([deps.cards(id), findUserSubscription(db, id)])
  const isRunning = subscription?.status === 'active' || subscription?.status === 'cancelled'
  const section: BillingSection = { creditCards: wrapped(cards) }
  if (!subscription || !isRunning) return section
  section.subscription = { data: presentSubscription(subscription, locale) }
  if (subscription.plan.type !== 'metered') return section
  const { currency } = subscription.plan
  const [{ balance, debt, alert }, failed] = await Promise.all([
    readAccountMoney(db, id, currency),
    failedPayments.list(id, locale),
  ])
  const money = (amount: number) => ({ formatted: formatMoney({ amount, currency }, locale), currency })
  return {
    ...section,
    balance: { data: { id, type: 'balance', attributes: { ...money(balance), balance } } },
    ...(alert === null
      ? {}
      : { alert: { data: { id, type: 'billing-alert', attributes: { ...money(alert), amount: alert } } } }),
    failedPayments: { data: wrapped(failed) },
    totalDebt: { ...money(debt), amount: debt },
  }
}
