import { dayMs, decimalsOf } from '../../../shared/contract.ts'
import type { meteredFeatures } from '../../contract/plans.ts'

/** Metered plans are billed every 30 days, of 24 hours each: in UTC no day is longer. */
export const meteredPeriodMs = 30 * dayMs

/** Features that a metered plan charges for. Quantities are bytes for storage and bandwidth, else pieces. */
export type MeteredFeature = (typeof meteredFeatures)[number]

/** Pieces of one unit of a price: prices of storage and bandwidth are per GB. */
const piecesPerUnit: Record<MeteredFeature, bigint> = {
  storage: 1_000_000_000n,
  bandwidth: 1_000_000_000n,
  member: 1n,
  flatFee: 1n,
}

/** The price of units `firstUnit` to `lastUnit`, both included; null: and all above. */
export interface PriceTier {
  firstUnit: number
  lastUnit: number | null
  /** Decimal text in major units of the currency, at most ten decimals. */
  perUnit: string
  /** Charged once when the tier is reached; the fee of the first tier always. */
  flatFee: string | null
}

export interface Meter {
  feature: MeteredFeature
  strategy: 'sum_of_usage' | 'maximum_usage'
  /** Without gaps, from unit 1 on. */
  tiers: readonly PriceTier[]
}

/** `at` in milliseconds since the epoch. Of a `maximum_usage` feature the quantity holds until the next event. */
export interface UsageEvent {
  feature: MeteredFeature
  at: number
  quantity: number
}

export interface BillingPeriod {
  from: number
  /** Not included. */
  to: number
}

export interface BillLine {
  feature: MeteredFeature
  /** Bytes or pieces. */
  quantity: number
  /** Ten-thousandths of a major unit. */
  amount: number
}

export interface Bill {
  lines: BillLine[]
  currency: string
  /** Minor units. */
  total: number
}

const scale = 10_000_000_000n
const lineScale = 10_000n

const parseDecimal = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * scale + BigInt(fraction.padEnd(10, '0'))
}

/** `dividend / divisor`, half away from zero. Neither is negative. */
const roundedQuotient = (dividend: bigint, divisor: bigint): bigint => (dividend * 2n + divisor) / (divisor * 2n)

const quantityOf = (
  { feature, strategy }: Meter,
  events: readonly UsageEvent[],
  { from, to }: BillingPeriod,
): number => {
  const ofFeature = events.filter((event) => event.feature === feature && event.at < to)
  const inPeriod = ofFeature.filter(({ at }) => at >= from)
  if (strategy === 'sum_of_usage') return inPeriod.reduce((sum, { quantity }) => sum + quantity, 0)
  const carried = ofFeature
    .filter(({ at }) => at < from)
    .reduce((last, event) => (event.at >= last.at ? event : last), {
      at: Number.NEGATIVE_INFINITY,
      quantity: 0,
    })
  return Math.max(carried.quantity, ...inPeriod.map(({ quantity }) => quantity))
}

/**
 * Cost of a quantity, in ten-thousandths of a major unit. Levels, and flat fees of tiers, have prices per whole period: a
 * shorter period is charged its share of them. Summed usage is charged as it is.
 */
const amountOf = ({ feature, strategy, tiers }: Meter, quantity: number, { from, to }: BillingPeriod): number => {
  const pieces = piecesPerUnit[feature]
  const used = BigInt(quantity)
  const whole = BigInt(meteredPeriodMs)
  const share = BigInt(Math.min(to - from, meteredPeriodMs))
  let usage = 0n
  let fees = 0n
  for (const [index, tier] of tiers.entries()) {
    const below = BigInt(tier.firstUnit - 1) * pieces
    if (index > 0 && used <= below) break
    const end = tier.lastUnit === null ? used : BigInt(tier.lastUnit) * pieces
    const within = (used < end ? used : end) - below
    usage += parseDecimal(tier.perUnit) * (within > 0n ? within : 0n)
    fees += parseDecimal(tier.flatFee ?? '0') * pieces
  }
  const scaled = usage * (strategy === 'maximum_usage' ? share : whole) + fees * share
  return Number(roundedQuotient(scaled * lineScale, scale * pieces * whole))
}

/** Minor units that a bill is a multiple of: no card can be charged with a third decimal, or with fractions of MGA. */
export const billStep = (currency: string): number =>
  currency === 'MGA' ? 100 : 10 ** Math.max(0, decimalsOf(currency) - 2)

/** Amounts of lines, in ten-thousandths of a major unit, as a total in minor units. */
export const billTotal = (lines: readonly { amount: number }[], currency: string): number => {
  const sum = lines.reduce((total, { amount }) => total + BigInt(amount), 0n)
  const step = BigInt(billStep(currency))
  return Number(step * roundedQuotient(sum * 10n ** BigInt(decimalsOf(currency)), lineScale * step))
}

/**
 * The bill of a period: a function of it, the usage and the version of the plan, and of nothing else, so that it can be
 * recomputed. Each line is rounded to ten-thousandths of a major unit, the total to minor units that a card can
 * be charged with, half up.
 */
export const computeBill = (
  plan: { currency: string; meters: readonly Meter[] },
  events: readonly UsageEvent[],
  period: BillingPeriod,
): Bill => {
  const lines = plan.meters.map((meter) => {
    const quantity = quantityOf(meter, events, period)
    return { feature: meter.feature, quantity, amount: amountOf(meter, quantity, period) }
  })
  return { lines, currency: plan.currency, total: billTotal(lines, plan.currency) }
}
