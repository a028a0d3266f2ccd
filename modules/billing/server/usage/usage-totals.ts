import type { Sql } from '../../../platform/index.ts'
import { meteredFeatures } from '../../contract/plans.ts'
import { type Bill, billStep, computeBill, type Meter, type MeteredFeature, type UsageEvent } from '../services/bill.ts'
import type { SubscriptionPeriod } from '../subscriptions/state.ts'

export interface UsageTotal {
  feature: MeteredFeature
  /** The last value before the period. */
  carried: number
  sum: number
  maximum: number
}

/** Totals of one account's usage in each period, computed in the database; in the order of the requests. */
export const usageTotals = async (
  sql: Sql,
  requests: readonly { userId: string; period: SubscriptionPeriod }[],
): Promise<UsageTotal[][]> => {
  const rows = await sql.query<UsageTotal & { n: number }>(
    `select r.n::int as n, f.feature, coalesce(b.quantity, 0) as carried, coalesce(e.sum, 0)::bigint as sum,
       coalesce(e.maximum, 0) as maximum
     from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) with ordinality as r (user_id, "from", "to", n)
     cross join unnest($4::text[]) as f (feature)
     left join lateral (select quantity from usage_events where user_id = r.user_id and feature = f.feature
       and created_at < r."from" order by created_at desc, id desc limit 1) b on true
     left join lateral (select sum(quantity) as sum, max(quantity) as maximum from usage_events
       where user_id = r.user_id and feature = f.feature and created_at >= r."from" and created_at < r."to") e on true`,
    [
      requests.map(({ userId }) => userId),
      requests.map(({ period }) => period.from),
      requests.map(({ period }) => period.to),
      meteredFeatures,
    ],
  )
  const totals: UsageTotal[][] = requests.map(() => [])
  for (const { n, ...total } of rows) totals[n - 1]?.push(total)
  return totals
}

/** The part of a period whose usage is recorded; the moment of the recording is part of it, the end of the period is not. */
export const recordedPeriod = ({ from, to }: SubscriptionPeriod, recordedAt: Date): SubscriptionPeriod => ({
  from,
  to: new Date(Math.min(Math.max(recordedAt.getTime(), from.getTime()) + 1, to.getTime())),
})

/** The bill of totals, which equals the bill of the events that they were computed from. */
export const billFromTotals = (
  plan: { currency: string; meters: readonly Meter[] | null },
  totals: readonly UsageTotal[],
  { from, to }: SubscriptionPeriod,
): Bill => {
  const meters = plan.meters ?? []
  const period = { from: from.getTime(), to: to.getTime() }
  const strategies = new Map(meters.map(({ feature, strategy }) => [feature, strategy]))
  const events = totals.flatMap(({ feature, carried, sum, maximum }): UsageEvent[] => [
    { feature, at: period.from - 1, quantity: carried },
    { feature, at: period.from, quantity: strategies.get(feature) === 'sum_of_usage' ? sum : maximum },
  ])
  return computeBill({ currency: plan.currency, meters }, events, period)
}

/** A bill with the most that its account wants to pay: its total is never higher. */
export const cappedTotal = ({ total, currency }: Bill, cap: number | null): number =>
  cap === null ? total : Math.min(total, cap - (cap % billStep(currency)))
