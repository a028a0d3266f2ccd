import {
  array,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  type Static,
  SuccessMessage,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'

/** A bill that could not be collected. */
export const FailedPayment = object({
  id: uuid(),
  type: string(),
  attributes: object({
    /** Formatted in the caller's language. */
    amount: string(),
    /** Minor units. Of a bill of 0, with which a debt is charged: the debt. */
    total: integer(),
    currency: string(),
    attempts: integer(),
    /** Source from which the last attempt tried to take the money. */
    source: oneOf(['balance', 'credit-card']),
    period_from: timestamp(),
    period_to: timestamp(),
    /** Null after ten attempts: charged when its user asks for it, else taken from added money. */
    next_attempt_at: nullable(timestamp()),
  }),
})
export type FailedPayment = Static<typeof FailedPayment>

export const listFailedPayments = endpoint({
  method: 'GET',
  path: '/api/subscriptions/failed-payments',
  summary: 'List the caller’s bills that could not be collected',
  access: 'session',
  response: { 200: object({ data: array(FailedPayment) }) },
  errors: [],
})

export const retryFailedPayments = endpoint({
  method: 'POST',
  path: '/api/subscriptions/failed-payments/retry',
  summary: 'Collect the bills that could not be collected, from the balance or a stored card',
  access: 'session',
  scope: 'account',
  response: { 200: SuccessMessage },
  errors: ['billing.payment-declined', 'billing.gateway-unavailable', 'platform.too-many-attempts'],
})

/** Event of the user's tabs: money or a payment method was added, and what the account owed was collected from it. */
export const moneyCollected = 'billing-money-collected'
