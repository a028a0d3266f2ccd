import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../users/index.ts'
import type { GatewayName } from '../../contract.ts'
import { PlanVersionEntity } from './plan.entities.ts'
import { SubscriptionEntity } from './subscription.entities.ts'

const gateways = "gateway in ('stripe', 'paypal', 'paystack')"
const time = () => p.datetime().columnType('timestamptz')
const createdAt = () => time().fieldName('created_at').defaultRaw('now()')
const user = () => p.manyToOne(UserEntity).mapToPk().fieldName('user_id').deleteRule('cascade').updateRule('no action')

type CheckoutPurpose = 'funding' | 'subscription'
/** `rejected`: another amount or currency was paid than the checkout asks for. */
export type CheckoutStatus = 'open' | 'paid' | 'failed' | 'rejected'

/** Users as customers of gateways: one for each gateway account whose credentials were used. */
const GatewayCustomerEntity = defineEntity({
  name: 'GatewayCustomer',
  tableName: 'gateway_customers',
  checks: [{ name: 'gateway_customers_gateway_check', expression: gateways }],
  indexes: [{ name: 'gateway_customers_user_id_index', properties: ['userId', 'gateway', 'usedAt'] }],
  properties: {
    gateway: p.text().$type<GatewayName>().primary(),
    customer: p.text().primary(),
    userId: user(),
    createdAt: createdAt(),
    /** When the customer was last found in the gateway account of the credentials. */
    usedAt: time().fieldName('used_at').defaultRaw('now()'),
  },
})

/** A page of a gateway that a user was sent to. `reference` is ours; `gatewayId` is the gateway's. */
const GatewayCheckoutEntity = defineEntity({
  name: 'GatewayCheckout',
  tableName: 'gateway_checkouts',
  checks: [
    { name: 'gateway_checkouts_gateway_check', expression: gateways },
    { name: 'gateway_checkouts_purpose_check', expression: "purpose in ('funding', 'subscription')" },
    { name: 'gateway_checkouts_status_check', expression: "status in ('open', 'paid', 'failed', 'rejected')" },
    { name: 'gateway_checkouts_amount_check', expression: 'amount > 0' },
  ],
  uniques: [{ name: 'gateway_checkouts_gateway_id_unique', properties: ['gateway', 'gatewayId'] }],
  indexes: [{ name: 'gateway_checkouts_created_at_index', properties: ['createdAt'] }],
  properties: {
    reference: p.text().primary(),
    gateway: p.text().$type<GatewayName>(),
    gatewayId: p.text().fieldName('gateway_id'),
    userId: p.uuid().fieldName('user_id'),
    purpose: p.text().$type<CheckoutPurpose>(),
    /** Plan version of a subscription's checkout. */
    planVersionId: p.uuid().fieldName('plan_version_id').nullable(),
    /** Minor units. */
    amount: p.bigint('number'),
    currency: p.text(),
    status: p.text().$type<CheckoutStatus>().default('open'),
    createdAt: createdAt(),
  },
})

/** Refunds and disputes that gateways reported. `payment` is the gateway's id of the payment. */
const GatewayReversalEntity = defineEntity({
  name: 'GatewayReversal',
  tableName: 'gateway_reversals',
  checks: [
    { name: 'gateway_reversals_gateway_check', expression: gateways },
    { name: 'gateway_reversals_kind_check', expression: "kind in ('refund', 'dispute')" },
    { name: 'gateway_reversals_amount_check', expression: 'amount > 0' },
    { name: 'gateway_reversals_status_check', expression: "status in ('open', 'taken', 'closed')" },
  ],
  indexes: [{ name: 'gateway_reversals_payment_index', properties: ['gateway', 'payment'] }],
  properties: {
    gateway: p.text().$type<GatewayName>().primary(),
    kind: p.text().$type<'refund' | 'dispute'>().primary(),
    id: p.text().primary(),
    payment: p.text(),
    /** Minor units. */
    amount: p.bigint('number'),
    currency: p.text(),
    status: p.text().$type<'open' | 'taken' | 'closed'>(),
    /** The status that is applied to the ledger; null: none, as the payment is not posted. */
    appliedStatus: p.text().$type<'open' | 'taken' | 'closed'>().fieldName('applied_status').nullable(),
    /** Whether it ends the plan that was paid for; false for those that were stored before such returns ended plans. */
    endsPlan: p.boolean().fieldName('ends_plan').default(true),
    createdAt: createdAt(),
  },
})

/** Webhooks, each stored once before it is answered. */
const GatewayEventEntity = defineEntity({
  name: 'GatewayEvent',
  tableName: 'gateway_events',
  checks: [{ name: 'gateway_events_gateway_check', expression: gateways }],
  indexes: [
    {
      name: 'gateway_events_waiting_index',
      expression:
        'create index gateway_events_waiting_index on gateway_events (gateway, object_kind, object_id) where processed_at is null',
    },
    { name: 'gateway_events_received_at_index', properties: ['receivedAt'] },
  ],
  properties: {
    gateway: p.text().$type<GatewayName>().primary(),
    id: p.text().primary(),
    type: p.text(),
    /** Kind of the object that the event names; null: none that is kept here. */
    objectKind: p.text().fieldName('object_kind').nullable(),
    objectId: p.text().fieldName('object_id').nullable(),
    receivedAt: time().fieldName('received_at').defaultRaw('now()'),
    processedAt: time().fieldName('processed_at').nullable(),
  },
})

/** Cards that users have stored at a gateway. */
const PaymentCardEntity = defineEntity({
  name: 'PaymentCard',
  tableName: 'payment_cards',
  checks: [{ name: 'payment_cards_gateway_check', expression: gateways }],
  uniques: [{ name: 'payment_cards_reference_unique', properties: ['gateway', 'reference'] }],
  indexes: [
    { name: 'payment_cards_user_id_index', properties: ['userId'] },
    {
      name: 'payment_cards_default_unique',
      expression: 'create unique index payment_cards_default_unique on payment_cards (user_id) where is_default',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    userId: user(),
    gateway: p.text().$type<GatewayName>(),
    reference: p.text(),
    brand: p.text(),
    last4: p.text(),
    expiresYear: p.integer().fieldName('expires_year'),
    expiresMonth: p.integer().fieldName('expires_month'),
    isDefault: p.boolean().fieldName('is_default').default(false),
    createdAt: createdAt(),
  },
})

/** Prices of plans at gateways: one for each gateway account whose credentials were used; `id` is the gateway's. */
const GatewayPriceEntity = defineEntity({
  name: 'GatewayPrice',
  tableName: 'gateway_prices',
  checks: [{ name: 'gateway_prices_gateway_check', expression: gateways }],
  indexes: [{ name: 'gateway_prices_plan_version_id_index', properties: ['planVersionId', 'gateway', 'usedAt'] }],
  properties: {
    gateway: p.text().$type<GatewayName>().primary(),
    id: p.text().primary(),
    planVersionId: p
      .manyToOne(PlanVersionEntity)
      .mapToPk()
      .fieldName('plan_version_id')
      .deleteRule('cascade')
      .updateRule('no action'),
    createdAt: createdAt(),
    /** When the price was last found in the gateway account of the credentials. */
    usedAt: time().fieldName('used_at').defaultRaw('now()'),
    /** Since then the gateway accepts no new subscriptions to it. */
    archivedAt: time().fieldName('archived_at').nullable(),
  },
})

/** Subscriptions that a gateway charges for; `id` is the gateway's. */
const GatewaySubscriptionEntity = defineEntity({
  name: 'GatewaySubscription',
  tableName: 'gateway_subscriptions',
  checks: [{ name: 'gateway_subscriptions_gateway_check', expression: gateways }],
  uniques: [{ name: 'gateway_subscriptions_subscription_id_unique', properties: ['subscriptionId'] }],
  properties: {
    gateway: p.text().$type<GatewayName>().primary(),
    id: p.text().primary(),
    subscriptionId: p
      .manyToOne(SubscriptionEntity)
      .mapToPk()
      .fieldName('subscription_id')
      .deleteRule('no action')
      .updateRule('no action'),
    createdAt: createdAt(),
    /** The renewal that could not be charged, by the gateway's id of it; null: no renewal is unpaid. */
    pastDue: p.text().fieldName('past_due').nullable(),
    /** The running period is not paid, also where its renewal is to be charged yet. */
    isUnpaid: p.boolean().fieldName('is_unpaid').default(false),
    /** Nothing was charged for the running period, as credit from earlier payments paid it. */
    isPaidByCredit: p.boolean().fieldName('is_paid_by_credit').default(false),
    /** URL at which the renewal can be paid; null: the gateway has no page for it. */
    paymentUrl: p.text().fieldName('payment_url').nullable(),
    /** Plan version that is in force from the next payment on. */
    nextPlanVersionId: p
      .manyToOne(PlanVersionEntity)
      .mapToPk()
      .fieldName('next_plan_version_id')
      .nullable()
      .deleteRule('no action')
      .updateRule('no action'),
  },
})

/** The last synchronisation of plans with a gateway. */
const PlanSyncEntity = defineEntity({
  name: 'PlanSync',
  tableName: 'plan_syncs',
  checks: [{ name: 'plan_syncs_gateway_check', expression: gateways }],
  properties: {
    gateway: p.text().$type<GatewayName>().primary(),
    /** Plans that were synchronised. */
    synced: p.integer(),
    failed: p.integer(),
    /** Reason of the first failure, in the gateway's own words. */
    reason: p.text().nullable(),
    syncedAt: time().fieldName('synced_at').defaultRaw('now()'),
  },
})

export const gatewayEntities = [
  GatewayCustomerEntity,
  GatewayCheckoutEntity,
  GatewayReversalEntity,
  GatewayEventEntity,
  PaymentCardEntity,
  GatewayPriceEntity,
  GatewaySubscriptionEntity,
  PlanSyncEntity,
]
