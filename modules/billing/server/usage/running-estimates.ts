import type { Db } from '../../../platform/index.ts'
import type { SubscriptionPeriod } from '../subscriptions/state.ts'
import { subscriptionColumns, subscriptionTables, withNestedPlan } from '../subscriptions/subscription.row.ts'
import type { Estimate } from './estimates.ts'
import { billFromTotals, cappedTotal, recordedPeriod, usageTotals } from './usage-totals.ts'

const batchSize = 500

type Row = Parameters<typeof withNestedPlan>[0] & { at: Date; cap: number | null }

/**
 * The estimates of all metered accounts that fulfill a condition over `s` (subscription), `m` (meter) and `a` (row of
 * `billing_accounts`, or nulls), at the time of their last recording, in batches. Placeholders of the condition begin at
 * `$2`.
 */
export async function* runningEstimates(
  db: Db,
  condition: string,
  values: readonly unknown[] = [],
): AsyncGenerator<Estimate[]> {
  for (let after: string | null = null; ; ) {
    const rows: Row[] = await db.query(
      `select ${subscriptionColumns}, m.recorded_at as at, a.spending_cap as cap
       from ${subscriptionTables} join usage_meters m on m.user_id = s.user_id
       left join billing_accounts a on a.user_id = s.user_id
       where s.status in ('active', 'cancelled') and v.meters is not null and (${condition})
       and ($1::uuid is null or s.id > $1) order by s.id limit ${batchSize}`,
      [after, ...values],
    )
    after = rows.at(-1)?.id ?? null
    if (after === null) return
    const periods = rows.map(({ period_from, period_to }) => ({ from: period_from as Date, to: period_to as Date }))
    const totals = await usageTotals(
      db,
      rows.map(({ user_id: userId, at }, n) => ({
        userId,
        period: recordedPeriod(periods[n] as SubscriptionPeriod, at),
      })),
    )
    yield rows.map(({ at, cap, ...row }, n) => {
      const subscription = withNestedPlan(row)
      const period = periods[n] as SubscriptionPeriod
      const bill = billFromTotals(subscription.plan, totals[n] ?? [], period)
      return { subscription, bill, totals: totals[n] ?? [], total: cappedTotal(bill, cap), cap, period, at }
    })
    if (rows.length < batchSize) return
  }
}
