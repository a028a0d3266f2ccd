import { defineEntity, p } from '@mikro-orm/core'
import type { PaymentSource } from '../../contract.ts'
import { PlanVersionEntity } from './plan.entities.ts'

export type SubscriptionStatus = 'inactive' | 'active' | 'cancelled' | 'completed'

/** Subscriptions; at most one of an account is active or cancelled. Written by `Subscriptions` only. */
export const SubscriptionEntity = defineEntity({
  name: 'Subscription',
  tableName: 'subscriptions',
  indexes: [
    {
      name: 'subscriptions_current_unique',
      expression:
        "create unique index subscriptions_current_unique on subscriptions (user_id) where status in ('active', 'cancelled')",
    },
    { name: 'subscriptions_user_id_index', properties: ['userId'] },
    { name: 'subscriptions_plan_version_id_index', properties: ['planVersionId'] },
    { name: 'subscriptions_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'subscriptions_status_index', properties: ['status', 'createdAt', 'id'] },
    {
      name: 'subscriptions_subscribers_index',
      expression:
        "create index subscriptions_subscribers_index on subscriptions (plan_version_id) where status in ('active', 'cancelled')",
    },
    {
      name: 'subscriptions_due_index',
      expression:
        "create index subscriptions_due_index on subscriptions (period_to) where status in ('active', 'cancelled')",
    },
  ],
  checks: [
    { name: 'subscriptions_status_check', expression: "status in ('inactive', 'active', 'cancelled', 'completed')" },
    {
      name: 'subscriptions_period_check',
      expression: 'period_from < period_to and (period_from is null) = (period_to is null)',
    },
    {
      name: 'subscriptions_active_check',
      expression: "status in ('inactive', 'completed') or period_from is not null",
    },
    {
      name: 'subscriptions_ends_at_check',
      expression: "(status in ('cancelled', 'completed')) = (ends_at is not null)",
    },
  ],
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid().fieldName('user_id'),
    planVersionId: p
      .manyToOne(PlanVersionEntity)
      .mapToPk()
      .fieldName('plan_version_id')
      .deleteRule('no action')
      .updateRule('no action'),
    status: p.text().$type<SubscriptionStatus>(),
    /** Named `driver` in the API. */
    gateway: p.text().$type<PaymentSource>(),
    periodFrom: p.datetime().columnType('timestamptz(3)').fieldName('period_from').nullable(),
    /** Not included. */
    periodTo: p.datetime().columnType('timestamptz(3)').fieldName('period_to').nullable(),
    endsAt: p.datetime().columnType('timestamptz(3)').fieldName('ends_at').nullable(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
    updatedAt: p.datetime().columnType('timestamptz').fieldName('updated_at').defaultRaw('now()'),
  },
})

/** Each transition of a subscription. Never changed. */
export const SubscriptionEventEntity = defineEntity({
  name: 'SubscriptionEvent',
  tableName: 'subscription_events',
  indexes: [{ name: 'subscription_events_subscription_id_index', properties: ['subscriptionId'] }],
  properties: {
    id: p.bigint('number').primary().columnType('bigint').autoincrement(),
    subscriptionId: p
      .manyToOne(SubscriptionEntity)
      .mapToPk()
      .fieldName('subscription_id')
      .deleteRule('no action')
      .updateRule('no action'),
    type: p.text(),
    details: p.json().$type<Record<string, unknown>>(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
  },
})
