import type { PlanInterval } from '../entities/plan.entities.ts'
import { periodAt } from './periods.ts'
import type { SubscriptionPeriod } from './state.ts'

/** A fixed price: minor units of an interval. */
export interface PlanPrice {
  amount: number
  currency: string
  interval: PlanInterval
}

/** Cost of a change of plan; amounts in minor units. */
export interface Proration {
  currency: string
  /** For the unused rest of the old plan. */
  credit: number
  /** For the new plan until the end of its period. */
  charge: number
  /** Charged now; never below 0. */
  due: number
  /** Part of the credit that is left for later periods. */
  remaining: number
  period: SubscriptionPeriod
}

/** `amount × part / whole`, half up. */
const shareOf = (amount: number, part: number, whole: number): number =>
  Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n))

/**
 * The cost of a change at `at` within the paid period. The same interval keeps the period, and both prices count for its
 * rest by the millisecond; another interval starts a new period now, at the full price. Null: the currencies differ.
 */
export const prorate = (from: PlanPrice, to: PlanPrice, paid: SubscriptionPeriod, at: Date): Proration | null => {
  if (from.currency !== to.currency) return null
  const whole = paid.to.getTime() - paid.from.getTime()
  const rest = Math.min(Math.max(paid.to.getTime() - at.getTime(), 0), whole)
  const credit = shareOf(from.amount, rest, whole)
  const keepsPeriod = from.interval === to.interval
  const charge = keepsPeriod ? shareOf(to.amount, rest, whole) : to.amount
  return {
    currency: to.currency,
    credit,
    charge,
    due: Math.max(charge - credit, 0),
    remaining: Math.max(credit - charge, 0),
    period: keepsPeriod ? paid : periodAt(at, to.interval, at),
  }
}
