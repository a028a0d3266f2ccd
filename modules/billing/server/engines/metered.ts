import type { Db } from '../../../platform/index.ts'
import { accountBlockColumns, isLimitedSql } from '../account-standing.ts'
import { computeBill, type UsageEvent } from '../services/bill.ts'
import type { Estimate, Estimates } from '../usage/estimates.ts'
import type { AccountBlocks, Engine } from './engine.ts'
import { planLimits } from './fixed.ts'

const blockBy = (owing: AccountBlocks | undefined): string | null => {
  // i18n-keys: billing:reason.first-payment, billing:reason.low-balance, billing:reason.payment-failed
  if (owing?.blocked) return `billing:reason.${owing.dunning_reason}`
  return owing?.cap_reached ? 'billing:reason.spending-cap' : null
}

/** Above any disk, and small enough for sums with used bytes. */
const maxBytes = 2 ** 52

/**
 * Most bytes that an account may store within its spending cap, when every byte above the stored ones is uploaded too; at
 * least the bytes that it stores. Null: no limit.
 */
const storageWithin = ({ bill, totals, subscription, cap, period }: Estimate): number | null => {
  const { meters } = subscription.plan
  if (cap === null || !meters) return null
  const stored = totals.find(({ feature }) => feature === 'storage')
  const base = Math.max(stored?.carried ?? 0, stored?.maximum ?? 0)
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  const totalWith = (bytes: number) => {
    const events = bill.lines.map(({ feature, quantity }): UsageEvent => {
      const more = feature === 'storage' ? bytes : feature === 'bandwidth' ? quantity + bytes - base : quantity
      return { feature, at: from, quantity: Math.max(more, quantity) }
    })
    return computeBill({ currency: bill.currency, meters }, events, { from, to }).total
  }
  let [fits, exceeds] = [base, maxBytes]
  if (totalWith(exceeds) <= cap) return null
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2)
    if (totalWith(middle) <= cap) fits = middle
    else exceeds = middle
  }
  return fits
}

/**
 * The only limit is the spending cap that the account's owner has set; usage that stays unpaid for too long blocks the
 * account. A fixed plan from before keeps its limits: its account is not metered while a gateway renews the plan.
 */
export const meteredEngine = (db: Db, estimates: Estimates): Engine => {
  const limitOf = async (userId: string): Promise<number | null> => {
    const estimate = await estimates.forUser(userId)
    return estimate && storageWithin(estimate)
  }
  return {
    async blockOf(userId) {
      const sql = `select ${accountBlockColumns} from billing_accounts a where user_id = $1 and ${isLimitedSql}`
      const [owing] = await db.query<AccountBlocks>(sql, [userId], 'billing.block')
      return blockBy(owing)
    },
    blockBy,
    storageLimitWithoutPlan: async () => null,
    async storageLimits(accounts) {
      const all = accounts.map(({ id }) => id)
      const [capped, plans] = await Promise.all([
        db.query<{ user_id: string }>(
          'select user_id from billing_accounts where user_id = any($1::uuid[]) and spending_cap is not null',
          [all],
          'billing.capped',
        ),
        planLimits(db, all),
      ])
      const ids = new Set(capped.map(({ user_id }) => user_id))
      return Promise.all(
        all.map((id) => {
          const plan = plans.get(id)
          if (plan) return plan.max_storage_bytes
          return ids.has(id) ? limitOf(id) : null
        }),
      )
    },
    memberLimit: async ({ id }) => (await planLimits(db, [id])).get(id)?.max_team_members ?? null,
    ownLimits: async () => ({ storage: false, members: false }),
  }
}
