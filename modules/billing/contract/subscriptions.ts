import {
  array,
  BoundedMeta,
  boolean,
  content,
  endpoint,
  integer,
  listQuery,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  single,
  string,
  timestamp,
  union,
  uuid,
} from '../../shared/contract.ts'
import { dayRange } from './day-range.ts'
import { paymentSources } from './payments.ts'
import { Plan } from './plans.ts'

const subscriptionStatuses = ['inactive', 'active', 'cancelled', 'completed'] as const

export const Subscription = object({
  id: uuid(),
  type: string(),
  attributes: object({
    name: string(),
    status: oneOf(subscriptionStatuses),
    is_cancelled: boolean(),
    /** The payment source. */
    driver: oneOf(paymentSources),
    trial_ends_at: nullable(timestamp()),
    renews_at: nullable(timestamp()),
    ends_at: nullable(timestamp()),
    /** The last renewal could not be charged. `url`: the gateway’s page at which it is paid, where it has one. */
    past_due: nullable(object({ url: nullable(string()) })),
    /** The running period is not paid, or not yet: a cancellation ends it at once. */
    is_unpaid: boolean(),
    /** Name of the plan that it changes to with the next payment. */
    next_plan: nullable(string()),
    created_at: timestamp(),
    updated_at: timestamp(),
  }),
  relationships: object({
    plan: single(Plan),
    user: single(
      object({
        id: uuid(),
        type: string(),
        /** Both null when the account was deleted. */
        attributes: object({ name: nullable(string()), email: nullable(string()) }),
      }),
    ),
  }),
})
export type Subscription = Static<typeof Subscription>

const { page, cursor, per_page } = listQuery
const money = () => object({ amount: integer(), currency: string(), formatted: string() })

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/subscriptions/detail',
  summary: 'Read the caller’s subscription',
  access: 'session',
  response: { 200: single(Subscription) },
  errors: ['billing.subscription-not-found'],
})

/** Ends the subscription at once while its running period is unpaid; the unpaid amount is not charged any more. */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/cancel',
  summary: 'End the subscription with the period that is paid',
  access: 'session',
  scope: 'account',
  response: { 200: single(Subscription) },
  errors: ['billing.subscription-not-found', 'billing.subscription-state', 'billing.gateway-unavailable'],
})

/**
 * As `cancelSubscription` by its owner: the paid period stays valid until its end, an unpaid amount is not charged any more.
 */
export const cancelUserSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/admin/users/:id/cancel',
  summary: 'End the subscription of a user with the period that is paid',
  access: 'admin',
  scope: 'account',
  params: object({ id: uuid() }),
  response: { 200: single(Subscription) },
  errors: ['billing.subscription-not-found', 'billing.subscription-state', 'billing.gateway-unavailable'],
})

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/resume',
  summary: 'Take back the cancellation of the subscription',
  access: 'session',
  scope: 'account',
  response: { 200: single(Subscription) },
  errors: ['billing.subscription-not-found', 'billing.subscription-state', 'billing.gateway-unavailable'],
})

/** Updates the subscription for users who return from the page of a gateway, before its webhook arrives. */
export const refreshSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/refresh',
  summary: 'Fetch the caller’s subscription from its gateway',
  access: 'session',
  scope: 'account',
  response: { 200: single(Subscription) },
  errors: ['billing.subscription-not-found', 'billing.gateway-unavailable'],
})

/** All amounts are 0 where the gateway changes with the next payment, at `renews_at`. */
export const previewPlanChange = endpoint({
  method: 'GET',
  path: '/api/subscriptions/swap/:planId',
  summary: 'Read what a change to another plan costs now',
  access: 'session',
  params: object({ planId: uuid() }),
  response: {
    200: object({
      data: object({
        /** Worth of the unused rest of the present plan. */
        credit: money(),
        /** Price of the new plan until `renews_at`. */
        charge: money(),
        /** Charged now. */
        due: money(),
        /** Part of the credit that is left for later periods. */
        remaining: money(),
        renews_at: timestamp(),
      }),
    }),
  },
  errors: [
    'billing.subscription-not-found',
    'billing.plans-not-offered',
    'billing.plan-not-found',
    'billing.plan-not-comparable',
    'billing.renewal-unpaid',
  ],
})

export const swapPlan = endpoint({
  method: 'POST',
  path: '/api/subscriptions/swap/:planId',
  summary: 'Change to another plan',
  access: 'session',
  scope: 'account',
  params: object({ planId: uuid() }),
  response: {
    /** `url`: where the gateway asks for a confirmation. */
    200: union([single(Subscription), object({ url: string() })]),
  },
  errors: [
    'billing.subscription-not-found',
    'billing.plans-not-offered',
    'billing.plan-not-found',
    'billing.plan-not-comparable',
    'billing.renewal-unpaid',
    'billing.subscription-state',
    'billing.gateway-unavailable',
  ],
})

export const editSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/edit/:id',
  summary: 'Begin to change how the subscription is paid, at its gateway',
  access: 'session',
  scope: 'account',
  params: object({ id: uuid() }),
  response: {
    /** `url`: the gateway’s page; null where users do it here, with their stored cards. */
    201: object({ driver: oneOf(paymentSources), url: nullable(string()) }),
  },
  errors: ['billing.subscription-not-found', 'billing.gateway-unavailable'],
})

/** `search`: words of the user's name or email. `since` and `until`: days on which subscriptions were created. */
const filters = {
  search: optional(string({ maxLength: 200 })),
  status: optional(oneOf(['active', 'cancelled', 'completed'])),
  ...dayRange,
}
export const SubscriptionFilters = object(filters)
export type SubscriptionFilters = Static<typeof SubscriptionFilters>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin',
  summary: 'List the subscriptions of all users',
  access: 'admin',
  scope: 'account',
  query: object({ page, cursor, per_page, ...filters }),
  response: { 200: object({ data: array(single(Subscription)), meta: BoundedMeta }) },
  errors: ['billing.invalid-cursor'],
})

export const exportSubscriptions = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/export.csv',
  summary: 'Download the subscriptions of all users as CSV',
  access: 'admin',
  scope: 'account',
  query: SubscriptionFilters,
  response: { 200: content('text/csv', ['content-disposition', 'cache-control']) },
  errors: [],
})

export const listPlanSubscribers = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/plans/:id/subscribers',
  summary: 'List the subscriptions to a plan',
  access: 'admin',
  scope: 'account',
  params: object({ id: uuid() }),
  query: object({ page, cursor, per_page }),
  response: { 200: object({ data: array(single(Subscription)), meta: BoundedMeta }) },
  errors: ['billing.invalid-cursor', 'billing.plan-not-found'],
})

export const getUserSubscription = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/users/:id/subscription',
  summary: 'Read the subscription of a user',
  access: 'admin',
  scope: 'account',
  params: object({ id: uuid() }),
  response: { 200: single(Subscription) },
  errors: ['billing.subscription-not-found'],
})
