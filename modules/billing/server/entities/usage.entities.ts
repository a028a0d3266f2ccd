import { defineEntity, p } from '@mikro-orm/core'
import type { MeteredFeature } from '../services/bill.ts'

/** Bytes or pieces of a feature from a moment on. Never changed, and never added to a period that was billed. */
export const UsageEventEntity = defineEntity({
  name: 'UsageEvent',
  tableName: 'usage_events',
  indexes: [
    {
      name: 'usage_events_user_id_index',
      expression:
        'create index usage_events_user_id_index on usage_events (user_id, feature, created_at, id) include (quantity)',
    },
  ],
  checks: [
    { name: 'usage_events_feature_check', expression: "feature in ('storage', 'bandwidth', 'member', 'flatFee')" },
    { name: 'usage_events_quantity_check', expression: 'quantity >= 0' },
  ],
  properties: {
    id: p.bigint('number').primary().columnType('bigint').autoincrement(),
    userId: p.uuid().fieldName('user_id'),
    feature: p.text().$type<MeteredFeature>(),
    quantity: p.bigint('number'),
    createdAt: p.datetime().columnType('timestamptz(3)').fieldName('created_at'),
  },
})

/** Counters of an account at their last recording. */
export const UsageMeterEntity = defineEntity({
  name: 'UsageMeter',
  tableName: 'usage_meters',
  indexes: [{ name: 'usage_meters_recorded_at_index', properties: ['recordedAt'] }],
  properties: {
    userId: p.uuid().fieldName('user_id').primary(),
    storageBytes: p.bigint('number').fieldName('storage_bytes').default(0),
    members: p.integer().default(0),
    /** The first UTC day whose traffic `trafficBytes` contains. */
    trafficFrom: p.date().fieldName('traffic_from'),
    trafficBytes: p.bigint('number').fieldName('traffic_bytes').default(0),
    recordedAt: p.datetime().columnType('timestamptz(3)').fieldName('recorded_at'),
  },
})

export type DunningReason = 'first-payment' | 'low-balance' | 'payment-failed'

/**
 * Spending cap and alert that the owner of a metered account has set, and reminders of unpaid amounts. Amounts in minor
 * units.
 */
export const BillingAccountEntity = defineEntity({
  name: 'BillingAccount',
  tableName: 'billing_accounts',
  indexes: [
    {
      name: 'billing_accounts_dunning_index',
      expression:
        'create index billing_accounts_dunning_index on billing_accounts (dunning_at) where dunning_reason is not null',
    },
    {
      name: 'billing_accounts_alert_index',
      expression:
        'create index billing_accounts_alert_index on billing_accounts (user_id) where alert_amount is not null',
    },
  ],
  checks: [
    { name: 'billing_accounts_spending_cap_check', expression: 'spending_cap > 0' },
    { name: 'billing_accounts_alert_amount_check', expression: 'alert_amount > 0' },
    {
      name: 'billing_accounts_dunning_reason_check',
      expression: "dunning_reason in ('first-payment', 'low-balance', 'payment-failed')",
    },
    { name: 'billing_accounts_dunning_sequence_check', expression: 'dunning_sequence between 0 and 3' },
  ],
  properties: {
    userId: p.uuid().fieldName('user_id').primary(),
    /** The most that a period may cost; no bill is higher. */
    spendingCap: p.bigint('number').fieldName('spending_cap').nullable(),
    capReached: p.boolean().fieldName('cap_reached').default(false),
    alertAmount: p.bigint('number').fieldName('alert_amount').nullable(),
    /** When the alert of this period was sent; null: not yet. */
    alertSentAt: p.datetime().columnType('timestamptz').fieldName('alert_sent_at').nullable(),
    dunningReason: p.text().$type<DunningReason>().fieldName('dunning_reason').nullable(),
    /** Reminders sent; with the third one the account is blocked. */
    dunningSequence: p.integer().fieldName('dunning_sequence').default(0),
    dunningAt: p.datetime().columnType('timestamptz').fieldName('dunning_at').nullable(),
  },
})
