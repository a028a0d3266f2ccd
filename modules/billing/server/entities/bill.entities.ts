import { defineEntity, p } from '@mikro-orm/core'
import type { BillLine } from '../services/bill.ts'
import { PlanVersionEntity } from './plan.entities.ts'
import { SubscriptionEntity } from './subscription.entities.ts'

/** The bill of a metered period. Only the columns of its payment change. */
export const BillEntity = defineEntity({
  name: 'Bill',
  tableName: 'bills',
  indexes: [
    {
      name: 'bills_open_index',
      expression: "create index bills_open_index on bills (next_attempt_at) where status = 'open'",
    },
    { name: 'bills_user_id_index', properties: ['userId', 'periodTo'] },
    { name: 'bills_plan_version_id_index', properties: ['planVersionId'] },
    { name: 'bills_period_to_index', properties: ['periodTo'] },
  ],
  uniques: [{ name: 'bills_subscription_id_period_from_unique', properties: ['subscriptionId', 'periodFrom'] }],
  checks: [
    { name: 'bills_total_check', expression: 'total >= 0 and (cap is null or total <= cap)' },
    { name: 'bills_status_check', expression: "status in ('open', 'paid', 'written-off')" },
    { name: 'bills_period_check', expression: 'period_from < period_to' },
  ],
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid().fieldName('user_id'),
    subscriptionId: p
      .manyToOne(SubscriptionEntity)
      .mapToPk()
      .fieldName('subscription_id')
      .deleteRule('no action')
      .updateRule('no action'),
    planVersionId: p
      .manyToOne(PlanVersionEntity)
      .mapToPk()
      .fieldName('plan_version_id')
      .deleteRule('no action')
      .updateRule('no action'),
    periodFrom: p.datetime().columnType('timestamptz(3)').fieldName('period_from'),
    /** Not included. */
    periodTo: p.datetime().columnType('timestamptz(3)').fieldName('period_to'),
    currency: p.text(),
    lines: p.json().$type<BillLine[]>(),
    /** The spending cap that applied. Minor units, as the total. */
    cap: p.bigint('number').nullable(),
    total: p.bigint('number'),
    /** `written-off`: its account was deleted, or it cannot be found out any more whether it was charged. */
    status: p.text().$type<'open' | 'paid' | 'written-off'>().default('open'),
    /** Failed payments. */
    attempts: p.integer().default(0),
    /**
     * Amount that a payment method may have been charged, in minor units; its outcome is asked for before anything else.
     * Above the total when carried bills or a debt are paid with it. Null: no outcome is awaited.
     */
    chargeAmount: p.bigint('number').fieldName('charge_amount').nullable(),
    /** When the gateway was first asked for the charge. */
    chargedAt: p.datetime().columnType('timestamptz').fieldName('charged_at').nullable(),
    /** The total is below the gateway's least charge: the bill waits for the next charge of the account. */
    carried: p.boolean().default(false),
    nextAttemptAt: p.datetime().columnType('timestamptz').fieldName('next_attempt_at').defaultRaw('now()'),
    /** Until then one process collects the bill; the exact value is the token of that process. */
    leaseUntil: p.datetime().columnType('timestamptz').fieldName('lease_until').nullable(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
  },
})
