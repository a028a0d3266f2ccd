import { defineEntity, p } from '@mikro-orm/core'
import type { Meter } from '../services/bill.ts'

export type PlanType = 'fixed' | 'metered'
export type PlanInterval = 'month' | 'year'

export const PlanEntity = defineEntity({
  name: 'Plan',
  tableName: 'plans',
  indexes: [{ name: 'plans_created_at_index', properties: ['createdAt', 'id'] }],
  checks: [
    { name: 'plans_type_check', expression: "type in ('fixed', 'metered')" },
    { name: 'plans_status_check', expression: "status in ('active', 'archived')" },
  ],
  properties: {
    id: p.uuid().primary(),
    type: p.text().$type<PlanType>(),
    status: p.text().$type<'active' | 'archived'>().default('active'),
    /** Offered to users. */
    visible: p.boolean().default(true),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
    updatedAt: p.datetime().columnType('timestamptz').fieldName('updated_at').defaultRaw('now()'),
  },
})

/** Limits and prices of a plan. Never changed: subscribers keep the version that they subscribed to. */
export const PlanVersionEntity = defineEntity({
  name: 'PlanVersion',
  tableName: 'plan_versions',
  uniques: [{ name: 'plan_versions_plan_id_version_unique', properties: ['planId', 'version'] }],
  checks: [
    { name: 'plan_versions_version_check', expression: 'version > 0' },
    { name: 'plan_versions_currency_check', expression: 'length(currency) = 3' },
    { name: 'plan_versions_amount_check', expression: 'amount > 0' },
    { name: 'plan_versions_interval_check', expression: "interval in ('month', 'year')" },
    { name: 'plan_versions_max_storage_bytes_check', expression: 'max_storage_bytes > 0' },
    { name: 'plan_versions_max_team_members_check', expression: 'max_team_members >= 0' },
    {
      name: 'plan_versions_price_check',
      expression: '(meters is null) = (amount is not null) and (amount is null) = (interval is null)',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    planId: p.manyToOne(PlanEntity).mapToPk().fieldName('plan_id').deleteRule('cascade').updateRule('no action'),
    version: p.integer(),
    name: p.text(),
    description: p.text().nullable(),
    currency: p.text(),
    /** Minor units of an interval; null for metered plans. */
    amount: p.bigint('number').nullable(),
    interval: p.text().$type<PlanInterval>().nullable(),
    /** Limits of fixed plans; null: no limit. */
    maxStorageBytes: p.bigint('number').fieldName('max_storage_bytes').nullable(),
    maxTeamMembers: p.integer().fieldName('max_team_members').nullable(),
    meters: p.json().$type<Meter[]>().nullable(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
  },
})
