import { formatMoney } from '../../../shared/contract.ts'
import type { PlanOffer } from '../../../site/contract.ts'
import type { PlanVersion } from './plan.row.ts'

const keyOf = ({ name, currency, max_storage_bytes, max_team_members }: PlanVersion) =>
  JSON.stringify([name, currency, max_storage_bytes, max_team_members])

/** The fixed plans among `plans`, in their order; plans that differ only in interval and price are one offer. */
export const planOffers = (plans: readonly PlanVersion[], locale: string): PlanOffer[] => {
  const offers = new Map<string, PlanOffer>()
  for (const plan of plans) {
    const { amount, currency, interval } = plan
    if (plan.type !== 'fixed' || amount === null) continue
    const offer = offers.get(keyOf(plan)) ?? {
      name: plan.name,
      description: plan.description,
      storageBytes: plan.max_storage_bytes,
      members: plan.max_team_members,
      monthly: null,
      yearly: null,
    }
    const price = formatMoney({ amount, currency }, locale)
    if (interval === 'year') offer.yearly ??= price
    else offer.monthly ??= price
    offers.set(keyOf(plan), offer)
  }
  return [...offers.values()]
}
