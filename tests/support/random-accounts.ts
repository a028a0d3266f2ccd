import fc from 'fast-check'
import { dayMs } from './metered-accounts.ts'

/** Months of an account: its usage begins when its metering does. */
export const months = 14
const monthMs = 30 * dayMs

/** Currencies with two, no and three decimals. */
export const currencies = ['USD', 'JPY', 'KWD'] as const

const usage = fc.record({
  feature: fc.constantFrom('storage' as const, 'bandwidth' as const, 'member' as const),
  /** In the thousands of periods' milliseconds, so that ends and beginnings of periods come up. */
  at: fc.oneof(
    fc.nat(months * monthMs),
    fc.nat(months).map((period) => period * monthMs),
    fc.nat(months).map((period) => Math.max(period * monthMs - 1, 0)),
  ),
  amount: fc.nat(60),
})

/** Events of a metered account in its months. */
export const randomAccount = fc.record({
  currency: fc.constantFrom(...currencies),
  plan: fc.nat(1),
  /** Cancelled at the end of each of the first periods, after which the other plan begins. */
  changes: fc.nat(3),
  /** Days after the first change in which the account is not metered. */
  gap: fc.nat(20),
  /** In GB and people: when metering begins, and when it begins again. */
  held: fc.nat(60),
  heldAgain: fc.nat(60),
  /** Deleted in the last period. */
  closed: fc.boolean(),
  startedMsLater: fc.nat(29 * dayMs),
  used: fc.array(usage, { maxLength: 20 }),
  credits: fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 4 }),
  cap: fc.option(fc.integer({ min: 1, max: 3_000 })),
  card: fc.constantFrom('none', 'good', 'declined'),
  refunds: fc.nat(3),
})
export type RandomAccount = typeof randomAccount extends fc.Arbitrary<infer Value> ? Value : never
