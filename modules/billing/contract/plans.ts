import {
  alias,
  array,
  BoundedMeta,
  boolean,
  endpoint,
  integer,
  listQuery,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  type Static,
  SuccessMessage,
  single,
  string,
  timestamp,
  union,
  uuid,
  wholeInput,
} from '../../shared/contract.ts'

const planTypes = ['fixed', 'metered'] as const
const planIntervals = ['month', 'year'] as const
export const meteredFeatures = ['storage', 'bandwidth', 'member', 'flatFee'] as const
/** Whole GB. */
const storageAmount = () => wholeInput({ minimum: 1, maximum: 999_999_999, digits: '[1-9]\\d{0,8}' })
/** -1: any number. */
const memberCount = () => wholeInput({ minimum: -1, maximum: 1_000_000, digits: '-1|\\d{1,6}|1000000' })
/** Major units as people write them. */
export const pricePattern = '^\\d{1,9}(\\.\\d{1,10})?$'
const price = () => string({ pattern: pricePattern })
/** A price as text, or as a JSON number whose digits fit the pattern. */
const priceInput = () => union([price(), number({ minimum: 0, maximum: 999_999_999 })])
export const maxPlanNameLength = 120
export const maxPlanDescriptionLength = 500
const name = () => string({ minLength: 1, maxLength: maxPlanNameLength, pattern: '\\S' })
const description = () => nullable(string({ maxLength: maxPlanDescriptionLength }))

const Tier = object({
  first_unit: integer({ minimum: 1, maximum: 1_000_000_000 }),
  last_unit: nullable(integer({ minimum: 1, maximum: 1_000_000_000 })),
  per_unit: price(),
  flat_fee: nullable(price()),
})
const NewTier = object({
  first_unit: integer({ minimum: 1, maximum: 1_000_000_000 }),
  last_unit: optional(nullable(integer({ minimum: 1, maximum: 1_000_000_000 }))),
  per_unit: priceInput(),
  flat_fee: optional(nullable(priceInput())),
})
const strategies = ['sum_of_usage', 'maximum_usage'] as const

/** A plan in its newest version, or in the version of a subscription. */
export const Plan = object({
  id: uuid(),
  type: string(),
  attributes: object({
    name: string(),
    status: oneOf(['active', 'archived']),
    type: oneOf(planTypes),
    visible: boolean(),
    version: integer(),
    currency: string(),
    description: nullable(string()),
    subscribers: optional(integer()),
    interval: nullable(oneOf(planIntervals)),
    /** Minor units of an interval; null for metered plans. */
    amount: nullable(integer()),
    /** Formatted in the caller’s language. */
    price: nullable(string()),
    features: object({
      /** Whole GB; null: no limit. */
      max_storage_amount: nullable(integer()),
      max_team_members: nullable(integer()),
    }),
    meters: array(object({ key: oneOf(meteredFeatures), aggregate_strategy: oneOf(strategies), tiers: array(Tier) })),
    created_at: timestamp(),
    updated_at: timestamp(),
  }),
  meta: object({ driver_plan_id: record(string(), string()) }),
})
export type Plan = Static<typeof Plan>

const { page, cursor, per_page } = listQuery
const id = object({ id: uuid() })

export const listOfferedPlans = endpoint({
  method: 'GET',
  path: '/api/subscriptions/plans',
  summary: 'List the plans that users may subscribe to',
  access: 'public',
  response: { 200: object({ data: array(single(Plan)) }) },
  errors: [],
})

/** `search`: words of the name. */
const filters = {
  search: optional(string({ maxLength: 200 })),
  status: optional(oneOf(['active', 'archived'])),
}
export const PlanFilters = object(filters)
export type PlanFilters = Static<typeof PlanFilters>

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/plans',
  summary: 'List all plans',
  access: 'admin',
  scope: 'account',
  query: object({ page, cursor, per_page, ...filters }),
  response: { 200: object({ data: array(single(Plan)), meta: BoundedMeta }) },
  errors: ['billing.invalid-cursor'],
})

export const getPlan = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/plans/:id',
  summary: 'Read a plan',
  access: 'admin',
  scope: 'account',
  params: id,
  response: { 200: single(Plan) },
  errors: ['billing.plan-not-found'],
})

export const NewPlan = object({
  type: oneOf(planTypes),
  name: name(),
  description: optional(description()),
  currency: string({ minLength: 3, maxLength: 3 }),
  /** Fixed plans only. */
  amount: optional(priceInput()),
  interval: optional(oneOf(planIntervals)),
  features: optional(object({ max_storage_amount: storageAmount(), max_team_members: memberCount() })),
  /** Metered plans only. */
  meters: optional(
    array(
      object({
        key: oneOf(meteredFeatures),
        aggregate_strategy: oneOf(strategies),
        tiers: array(NewTier, { minItems: 1, maxItems: 20 }),
      }),
      { minItems: 1, maxItems: 4 },
    ),
  ),
})
export type NewPlan = Static<typeof NewPlan>

export const createPlan = endpoint({
  method: 'POST',
  path: '/api/subscriptions/admin/plans',
  summary: 'Create a plan',
  access: 'admin',
  scope: 'account',
  body: NewPlan,
  response: { 201: single(Plan) },
  errors: [
    'billing.plan-incomplete',
    'billing.invalid-amount',
    'billing.price-too-small',
    'billing.invalid-currency',
    'billing.invalid-meters',
    'billing.invalid-strategy',
    'billing.metered-plan-exists',
  ],
})

export const updatePlan = endpoint({
  method: 'PATCH',
  path: '/api/subscriptions/admin/plans/:id',
  summary: 'Change a plan for new subscribers',
  access: 'admin',
  scope: 'account',
  params: id,
  body: object({
    name: optional(name()),
    description: optional(description()),
    visible: optional(boolean()),
  }),
  response: { 200: single(Plan) },
  errors: ['billing.plan-not-found'],
})

/** `updatePlan` by PUT. */
export const replacePlan = alias(updatePlan, { method: 'PUT' })

export const updatePlanFeatures = endpoint({
  method: 'PATCH',
  path: '/api/subscriptions/admin/plans/:id/features',
  summary: 'Change the limits of a fixed plan for new subscribers',
  access: 'admin',
  scope: 'account',
  params: id,
  body: object({ max_storage_amount: optional(storageAmount()), max_team_members: optional(memberCount()) }),
  response: { 200: single(Plan) },
  errors: ['billing.plan-not-found', 'billing.plan-without-limits'],
})

export const deletePlan = endpoint({
  method: 'DELETE',
  path: '/api/subscriptions/admin/plans/:id',
  summary: 'Remove a plan, or archive one that has had subscribers',
  access: 'admin',
  scope: 'account',
  params: id,
  response: { 200: SuccessMessage },
  errors: ['billing.plan-not-found'],
})
