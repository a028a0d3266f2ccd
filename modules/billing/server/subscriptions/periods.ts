import type { PlanInterval } from '../entities/plan.entities.ts'
import { meteredPeriodMs } from '../services/bill.ts'
import type { SubscriptionPeriod } from './state.ts'

const months: Record<PlanInterval, number> = { month: 1, year: 12 }

/** `count` calendar months after `from` in UTC; where a month has no such day, on its last one. */
export const addUtcMonths = (from: Date, count: number): Date => {
  const target = new Date(from)
  target.setUTCDate(1)
  target.setUTCMonth(target.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return target
}

/** The period of a fixed plan that contains `at`, counted from the first day, so that the 31st stays the 31st. */
export const periodAt = (start: Date, interval: PlanInterval, at: Date): SubscriptionPeriod => {
  let count = 0
  while (addUtcMonths(start, (count + 1) * months[interval]) <= at) count += 1
  return {
    from: addUtcMonths(start, count * months[interval]),
    to: addUtcMonths(start, (count + 1) * months[interval]),
  }
}

export const meteredPeriodFrom = (from: Date): SubscriptionPeriod => ({
  from,
  to: new Date(from.getTime() + meteredPeriodMs),
})
