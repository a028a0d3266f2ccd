import type { Plan } from '../../contract.ts'
import type { CurrentSubscription } from '../billing-data.ts'

type Interval = 'month' | 'year'

export const plansByInterval = (plans: readonly Plan[], interval: Interval): Plan[] =>
  plans.filter(({ attributes }) => attributes.interval === interval)

/**
 * The plans to choose from. While another one is to begin, the present plan is among them as it is, also where a newer version
 * or none is offered: whoever chooses it takes the change back.
 */
export const offersTo = (current: CurrentSubscription | null, plans: readonly Plan[]): readonly Plan[] => {
  if (!current?.resource.attributes.next_plan) return plans
  const present = current.resource.relationships.plan.data
  return [present, ...plans.filter(({ id }) => id !== present.id)]
}

/** Saving of a yearly plan compared with a year of the monthly plan of its name, as a share of 1; 0 without one. */
export const yearlySaving = (yearly: Plan, plans: readonly Plan[]): number => {
  const { name, currency, amount, interval } = yearly.attributes
  const monthly = plansByInterval(plans, 'month').find(
    ({ attributes }) => attributes.name === name && attributes.currency === currency,
  )?.attributes.amount
  if (interval !== 'year' || !monthly || amount === null) return 0
  return Math.max(0, 1 - amount / (12 * monthly))
}

/** Whether a plan is the present one in the same version: subscribers keep theirs, and may change to a newer one. */
export const isSameVersion = (plan: Plan, present: Plan | null): boolean =>
  plan.id === present?.id && plan.attributes.version === present.attributes.version
