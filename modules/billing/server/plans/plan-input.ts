import { currencies, parseMoney } from '../../../shared/contract.ts'
import type { NewPlan } from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import type { Meter, Tier } from '../services/bill.ts'
import type { PlanContent } from './plans.ts'

const gigabyte = 1_000_000_000

export const storageBytes = (gigabytes: number): number => gigabytes * gigabyte
/** -1 stands for any number. */
export const memberLimit = (count: number): number | null => (count < 0 ? null : count)

type GivenMeter = NonNullable<NewPlan['meters']>[number]

const readTiers = (given: GivenMeter['tiers']): Tier[] => {
  const tiers = given.map(({ first_unit, last_unit, per_unit, flat_fee }) => ({
    firstUnit: first_unit,
    lastUnit: last_unit,
    perUnit: per_unit,
    flatFee: flat_fee,
  }))
  const followEachOther = tiers.every(({ firstUnit, lastUnit }, at) => {
    const isLast = at === tiers.length - 1
    const starts = at === 0 ? firstUnit === 1 : firstUnit === (tiers[at - 1]?.lastUnit ?? 0) + 1
    return starts && (lastUnit === null ? isLast : !isLast && lastUnit >= firstUnit)
  })
  if (!followEachOther) throw billingErrors.fail('invalid-meters')
  return tiers
}

const readMeters = (given: readonly GivenMeter[]): Meter[] => {
  if (new Set(given.map(({ key }) => key)).size < given.length) throw billingErrors.fail('invalid-meters')
  // Events of bandwidth are what was moved since the last one; those of the others are levels.
  if (given.some(({ key, aggregate_strategy: by }) => (key === 'bandwidth') !== (by === 'sum_of_usage')))
    throw billingErrors.fail('invalid-strategy')
  return given.map(({ key, aggregate_strategy, tiers }) => ({
    feature: key,
    strategy: aggregate_strategy,
    tiers: readTiers(tiers),
  }))
}

/** The content of a new plan's first version. 422 `plan-incomplete`, `invalid-amount`, `invalid-currency`, `invalid-meters`, `invalid-strategy`. */
export const readNewPlan = (given: NewPlan): PlanContent => {
  const currency = given.currency.toUpperCase()
  if (!currencies.includes(currency)) throw billingErrors.fail('invalid-currency')
  const named = { name: given.name.trim(), description: given.description ?? null, currency }
  if (given.type === 'metered') {
    if (!given.meters) throw billingErrors.fail('plan-incomplete', { field: 'meters' })
    const meters = readMeters(given.meters)
    return { ...named, meters, amount: null, interval: null, max_storage_bytes: null, max_team_members: null }
  }
  for (const field of ['amount', 'interval', 'features'] as const)
    if (given[field] === undefined) throw billingErrors.fail('plan-incomplete', { field })
  const { amount = '', interval = 'month', features } = given
  const minor = parseMoney(amount, currency)
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
