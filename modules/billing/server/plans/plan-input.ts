import { bytesOfGigabytes, currencies, foldSpaces, moneyText, parseMoney } from '../../../shared/contract.ts'
import { type NewPlan, pricePattern } from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import type { Meter, PriceTier } from '../services/bill.ts'
import type { PlanContent } from './plans.ts'

export const storageBytes = (gigabytes: number | string): number => bytesOfGigabytes(Number(gigabytes))
/** -1 stands for any number. */
export const memberLimit = (count: number | string): number | null => (Number(count) < 0 ? null : Number(count))

type MeterInput = NonNullable<NewPlan['meters']>[number]

const isPrice = new RegExp(pricePattern)

/** `field`: its path in the body. Throws 422 `invalid-amount` for a number whose digits are no price. */
const priceText = (price: string | number, field: string): string => {
  const text = moneyText(price)
  if (!isPrice.test(text)) throw billingErrors.fail('invalid-amount', { field })
  return text
}

/** `path`: of the list in the body. */
const readTiers = (input: MeterInput['tiers'], path: string): PriceTier[] => {
  const tiers = input.map(({ first_unit, last_unit, per_unit, flat_fee }, index) => ({
    firstUnit: first_unit,
    lastUnit: last_unit ?? null,
    perUnit: priceText(per_unit, `${path}.${index}.per_unit`),
    flatFee: flat_fee == null ? null : priceText(flat_fee, `${path}.${index}.flat_fee`),
  }))
  const followEachOther = tiers.every(({ firstUnit, lastUnit }, index) => {
    const isLast = index === tiers.length - 1
    const starts = index === 0 ? firstUnit === 1 : firstUnit === (tiers[index - 1]?.lastUnit ?? 0) + 1
    return starts && (lastUnit === null ? isLast : !isLast && lastUnit >= firstUnit)
  })
  if (!followEachOther) throw billingErrors.fail('invalid-meters')
  return tiers
}

const readMeters = (input: readonly MeterInput[]): Meter[] => {
  if (new Set(input.map(({ key }) => key)).size < input.length) throw billingErrors.fail('invalid-meters')
  // Events of bandwidth have the bytes since the last event; events of the other features have levels.
  if (input.some(({ key, aggregate_strategy: by }) => (key === 'bandwidth') !== (by === 'sum_of_usage')))
    throw billingErrors.fail('invalid-strategy')
  return input.map(({ key, aggregate_strategy, tiers }, index) => ({
    feature: key,
    strategy: aggregate_strategy,
    tiers: readTiers(tiers, `meters.${index}.tiers`),
  }))
}

/**
 * The content of a new plan's first version. 422 `plan-incomplete`, `invalid-amount`, `invalid-currency`, `invalid-meters`,
 * `invalid-strategy`.
 */
export const readNewPlan = (input: NewPlan): PlanContent => {
  const currency = input.currency.toUpperCase()
  if (!currencies.includes(currency)) throw billingErrors.fail('invalid-currency')
  const named = { name: foldSpaces(input.name), description: input.description ?? null, currency }
  if (input.type === 'metered') {
    if (!input.meters) throw billingErrors.fail('plan-incomplete', { field: 'meters' })
    const meters = readMeters(input.meters)
    return { ...named, meters, amount: null, interval: null, max_storage_bytes: null, max_team_members: null }
  }
  for (const field of ['amount', 'interval', 'features'] as const)
    if (input[field] === undefined) throw billingErrors.fail('plan-incomplete', { field })
  const { amount = '', interval = 'month', features } = input
  const minor = parseMoney(priceText(amount, 'amount'), currency)
  if (!minor || !features) throw billingErrors.fail('invalid-amount')
  return {
    ...named,
    amount: minor,
    interval,
    max_storage_bytes: storageBytes(features.max_storage_amount),
    max_team_members: memberLimit(features.max_team_members),
    meters: null,
  }
}
