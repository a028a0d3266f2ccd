import type { Db, Platform } from '../../../platform/index.ts'
import type { PaymentMethods } from '../gateways/gateway.ts'
import type { Ledger } from '../services/ledger.ts'
import { settingAmount } from '../services/setting-amount.ts'
import type { Estimate } from '../usage/estimates.ts'
import { runningEstimates } from '../usage/running-estimates.ts'
import { type Dunning, isUnchargedDebtSql } from './dunning.ts'

interface DunningScanDeps {
  db: Db
  settings: Platform['settings']
  ledger: Ledger
  methods: PaymentMethods
  dunning: Dunning
}

const isNew =
  "exists (select 1 from user_summaries u where u.id = s.user_id and u.created_at > now() - interval '30 days')"
const hasPaid = `exists (select 1 from ledger_transactions t
  where t.user_id = s.user_id and t.status = 'completed' and t.gateway <> 'system')`

/**
 * Finds accounts without a payment method whose usage costs more than they have paid or put in, or who owe a debt. Releases
 * accounts that a payment should have released: the event of a payment is lost with its process.
 */
export class DunningScan {
  private readonly deps: DunningScanDeps
  constructor(deps: DunningScanDeps) {
    this.deps = deps
  }

  async run(): Promise<{ found: number; released: number }> {
    const { settings, ledger } = this.deps
    const released = await this.release()
    let found = await this.findDebtors()
    if (await settings.get('limit_usage_in_new_accounts')) {
      const limit = await settings.get('limit_usage_in_new_accounts_amount')
      found += await this.scan(
        'first-payment',
        `${isNew} and not ${hasPaid}`,
        async ({ subscription, total, bill }) => {
          if (total === 0 || total < settingAmount(limit, bill.currency)) return false
          // `release` would release an account whose credit covers its usage.
          return total >= (await ledger.balance(subscription.user_id, bill.currency))
        },
      )
    }
    if (await settings.get('usage_bigger_than_balance'))
      found += await this.scan('low-balance', `not ${isNew}`, async ({ subscription, total, bill }) => {
        return total > 0 && total >= (await ledger.balance(subscription.user_id, bill.currency))
      })
    return { found, released }
  }

  /**
   * Releases accounts that have paid, have a payment method, or whose balance covers their usage. `Dunning` keeps accounts
   * with a bill that could not be collected.
   */
  async release(): Promise<number> {
    const { db, ledger, methods, dunning } = this.deps
    const paid = await db.query<{ user_id: string }>(
      `select s.user_id from billing_accounts s where dunning_reason = 'payment-failed'
       or (dunning_reason = 'first-payment' and ${hasPaid})`,
    )
    const userIds = paid.map(({ user_id }) => user_id)
    const reasons = "a.dunning_reason in ('first-payment', 'low-balance')"
    for await (const estimates of runningEstimates(db, reasons))
      for (const { subscription, total, bill } of estimates) {
        const { user_id: userId } = subscription
        const isCovered = (await ledger.balance(userId, bill.currency)) > total
        if (isCovered || (await methods.has(userId))) userIds.push(userId)
      }
    return userIds.length === 0 ? 0 : db.transaction((tx) => dunning.allPaid(tx, userIds))
  }

  /** A debt is what went back at a gateway after it was spent: it is owed like a bill that could not be collected. */
  private async findDebtors(): Promise<number> {
    const { db, dunning } = this.deps
    const debtors = await db.query<{ user_id: string }>(
      `select distinct d.user_id from ledger_accounts d where ${isUnchargedDebtSql}
       and exists (select 1 from user_summaries u where u.id = d.user_id)
       and not exists (select 1 from billing_accounts a where a.user_id = d.user_id and a.dunning_reason is not null)`,
    )
    for (const { user_id } of debtors) await db.transaction((tx) => dunning.begin(tx, user_id, 'payment-failed'))
    return debtors.length
  }

  private async scan(
    reason: 'first-payment' | 'low-balance',
    condition: string,
    isDue: (estimate: Estimate) => Promise<boolean>,
  ): Promise<number> {
    const { db, methods, dunning } = this.deps
    let found = 0
    for await (const estimates of runningEstimates(db, `a.dunning_reason is null and ${condition}`))
      for (const estimate of estimates) {
        const { user_id: userId } = estimate.subscription
        if (!(await isDue(estimate)) || (await methods.has(userId))) continue
        await db.transaction((tx) => dunning.begin(tx, userId, reason))
        found += 1
      }
    return found
  }
}
