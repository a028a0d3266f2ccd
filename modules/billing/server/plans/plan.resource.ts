import { formatMoney } from '../../../shared/contract.ts'
import type { Plan } from '../../contract.ts'
import type { PlanVersion } from './plan.row.ts'

const gigabyte = 1_000_000_000

/** `gatewayIds`: the gateways' own ids of the plan, by gateway. */
export const presentPlan = (
  plan: PlanVersion & { subscribers?: number },
  locale: string,
  gatewayIds: Record<string, string> = {},
): Plan => ({
  id: plan.plan_id,
  type: 'plans',
  attributes: {
    name: plan.name,
    status: plan.status,
    type: plan.type,
    visible: plan.visible,
    version: plan.version,
    currency: plan.currency,
    description: plan.description,
    ...(plan.subscribers === undefined ? {} : { subscribers: plan.subscribers }),
    interval: plan.interval,
    amount: plan.amount,
    price: plan.amount === null ? null : formatMoney({ amount: plan.amount, currency: plan.currency }, locale),
    features: {
      max_storage_amount: plan.max_storage_bytes === null ? null : Math.round(plan.max_storage_bytes / gigabyte),
      max_team_members: plan.max_team_members,
    },
    meters: (plan.meters ?? []).map(({ feature, strategy, tiers }) => ({
      key: feature,
      aggregate_strategy: strategy,
      tiers: tiers.map(({ firstUnit, lastUnit, perUnit, flatFee }) => ({
        first_unit: firstUnit,
        last_unit: lastUnit,
        per_unit: perUnit,
        flat_fee: flatFee,
      })),
    })),
    created_at: plan.created_at.toISOString(),
    updated_at: plan.updated_at.toISOString(),
  },
  meta: { driver_plan_id: gatewayIds },
})
