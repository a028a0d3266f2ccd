import type { PlanInterval, PlanType } from '../entities/plan.entities.ts'
import type { Meter } from '../services/bill.ts'

/** A version of a plan, with what all its versions have in common. */
export interface PlanVersion {
  /** Id of the version. */
  id: string
  /** Id of the plan. */
  plan_id: string
  version: number
  type: PlanType
  status: 'active' | 'archived'
  visible: boolean
  name: string
  description: string | null
  currency: string
  /** Minor units of an interval; null for metered plans. */
  amount: number | null
  interval: PlanInterval | null
  /** Null: no limit. */
  max_storage_bytes: number | null
  max_team_members: number | null
  meters: Meter[] | null
  created_at: Date
  updated_at: Date
}

const ofVersion = [
  'id',
  'plan_id',
  'version',
  'name',
  'description',
  'currency',
  'amount',
  'interval',
  'max_storage_bytes',
  'max_team_members',
  'meters',
] as const
const ofPlan = ['type', 'status', 'visible', 'created_at', 'updated_at'] as const

/** Select list over `plans p` joined with `plan_versions v`. */
export const planVersionColumns = (prefix = ''): string =>
  [
    ...ofVersion.map((column) => `v.${column} as ${prefix}${column}`),
    ...ofPlan.map((column) => `p.${column} as ${prefix}${column}`),
  ].join(', ')
