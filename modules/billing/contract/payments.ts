import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  redirect,
  type Static,
  SuccessMessage,
  string,
  uuid,
} from '../../shared/contract.ts'

export const gatewayNames = ['stripe', 'paypal', 'paystack'] as const
export type GatewayName = (typeof gatewayNames)[number]
const gateway = object({ gateway: string({ maxLength: 20 }) })

/** A way to pay that the installation offers. */
export const PaymentOption = object({
  gateway: oneOf(gatewayNames),
  /** The administrator's words; may be empty. */
  description: string(),
  /** Whether cards can be stored without paying. */
  stores_cards: boolean(),
})
export type PaymentOption = Static<typeof PaymentOption>

export const listPaymentOptions = endpoint({
  method: 'GET',
  path: '/api/subscriptions/payment-options',
  summary: 'List the ways to pay',
  access: 'session',
  response: { 200: object({ data: array(PaymentOption) }) },
  errors: [],
})

const Checkout = object({
  type: string(),
  message: string(),
  /** The gateway's page, to which the browser goes. */
  url: string(),
  data: object({
    /** By which the payment is asked for afterwards. */
    reference: string(),
    authorization_url: string(),
  }),
})

/** With `amount`: adds to the prepaid balance. With `planCode`: subscribes to a plan. */
export const beginCheckout = endpoint({
  method: 'POST',
  path: '/api/:gateway/checkout',
  summary: 'Begin a payment at a gateway',
  access: 'session',
  scope: 'account',
  params: gateway,
  body: object({
    /** Major units as people write them: `9.99`. */
    amount: optional(string({ minLength: 1, maxLength: 32 })),
    /** Id of a plan, or the gateway’s id of its price. */
    planCode: optional(string({ minLength: 1, maxLength: 255 })),
  }),
  response: { 201: Checkout },
  errors: [
    'billing.invalid-amount',
    'billing.amount-not-taken',
    'billing.amount-too-small',
    'billing.currency-not-taken',
    'billing.gateway-unavailable',
    'billing.plans-not-offered',
    'billing.plan-not-found',
  ],
})

/** Asks the gateway for the payment, so that the page that people return to need not wait for a webhook. */
export const showCheckout = endpoint({
  method: 'GET',
  path: '/api/subscriptions/checkouts/:reference',
  summary: 'Read the state of a payment',
  access: 'session',
  params: object({ reference: string({ maxLength: 20 }) }),
  response: {
    200: object({
      data: object({
        reference: string(),
        status: oneOf(['open', 'paid', 'failed', 'rejected']),
        purpose: oneOf(['funding', 'subscription']),
        amount: integer(),
        currency: string(),
        formatted: string(),
      }),
    }),
  },
  errors: ['billing.checkout-not-found'],
})

export const getBalance = endpoint({
  method: 'GET',
  path: '/api/subscriptions/balance',
  summary: 'Read the prepaid balance',
  access: 'session',
  response: {
    200: object({ data: object({ formatted: string(), balance: integer(), currency: string() }) }),
  },
  errors: [],
})

export const CreditCard = object({
  id: uuid(),
  type: string(),
  attributes: object({
    brand: string(),
    last4: string(),
    service: oneOf(gatewayNames),
    is_default: boolean(),
    /** Month and year: `2027-04`. */
    expiration: string(),
    isExpired: boolean(),
    /** Expires within 30 days. */
    isBeforeExpiration: boolean(),
  }),
})
export type CreditCard = Static<typeof CreditCard>
const cards = { 200: object({ data: array(CreditCard) }) }
const id = object({ id: uuid() })

export const listCreditCards = endpoint({
  method: 'GET',
  path: '/api/subscriptions/credit-cards',
  summary: 'List the caller’s stored cards',
  access: 'session',
  response: cards,
  errors: [],
})

export const createSetupIntent = endpoint({
  method: 'GET',
  path: '/api/stripe/setup-intent',
  summary: 'Begin to store a card at Stripe',
  access: 'session',
  scope: 'account',
  response: {
    201: object({
      type: string(),
      message: string(),
      data: object({ client_secret: string(), publishable_key: string() }),
    }),
  },
  errors: ['billing.gateway-unavailable'],
})

/** Stores a card at a page of the gateway: this installation and its pages never see it. */
export const addCreditCard = endpoint({
  method: 'POST',
  path: '/api/stripe/credit-cards',
  summary: 'Begin to store a card at Stripe’s own page',
  access: 'session',
  scope: 'account',
  response: { 201: object({ url: string() }) },
  errors: ['billing.gateway-unavailable'],
})

/** The page with Stripe's card form. Its document alone may load Stripe's script and frames. */
export const cardFormPage = '/user/settings/billing/card'

/** The same from a form without scripts; redirects to Stripe's page, or back when it cannot be reached. */
export const submitCardForm = endpoint({
  method: 'POST',
  path: '/user/settings/billing/card',
  summary: 'Begin to store a card at Stripe’s own page by a form',
  access: 'session',
  scope: 'account',
  // The form has a token field of its own.
  csrf: false,
  body: object({ csrf: string({ maxLength: 200 }) }),
  bodyKind: 'form',
  response: { 303: redirect },
  errors: ['platform.csrf-mismatch', 'platform.cross-site'],
})

export const refreshCreditCards = endpoint({
  method: 'POST',
  path: '/api/subscriptions/credit-cards/refresh',
  summary: 'Fetch the caller’s cards from the gateways',
  access: 'session',
  scope: 'account',
  response: cards,
  errors: ['billing.gateway-unavailable'],
})

export const makeDefaultCreditCard = endpoint({
  method: 'PATCH',
  path: '/api/stripe/credit-cards/:id',
  summary: 'Make a card the one that is charged',
  access: 'session',
  scope: 'account',
  params: id,
  response: { 200: SuccessMessage },
  errors: ['billing.card-not-found', 'billing.gateway-unavailable'],
})

export const deleteCreditCard = endpoint({
  method: 'DELETE',
  path: '/api/stripe/credit-cards/:id',
  summary: 'Remove a stored card',
  access: 'session',
  scope: 'account',
  params: id,
  response: { 200: SuccessMessage },
  errors: ['billing.card-not-found', 'billing.gateway-unavailable'],
})

/** The raw body is checked by the rule of the gateway. Its content is read only after that. */
export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:gateway/webhooks',
  summary: 'Receive an event of a payment gateway',
  access: 'webhook',
  csrf: false,
  params: gateway,
  response: { 200: SuccessMessage },
  errors: ['billing.webhook-rejected'],
})

/** Tests the credentials by a call to the gateway, and only then stores them. */
export const setPaymentService = endpoint({
  method: 'POST',
  path: '/api/admin/settings/payment-service',
  summary: 'Test the credentials of a payment gateway and use them',
  access: 'admin',
  scope: 'account',
  body: object({
    service: oneOf(gatewayNames),
    key: string({ minLength: 1, maxLength: 500 }),
    secret: string({ minLength: 1, maxLength: 500 }),
    /** Stripe’s signing secret, PayPal’s webhook id. */
    webhook: optional(nullable(string({ maxLength: 500 }))),
    live: optional(nullable(boolean())),
  }),
  response: { 200: SuccessMessage },
  errors: ['billing.connection-failed', 'billing.invalid-credentials', 'users.password-confirmation-required'],
})

export const PaymentService = object({
  service: oneOf(gatewayNames),
  is_configured: boolean(),
  allowed: boolean(),
  live: boolean(),
  webhook_url: string(),
})
export type PaymentService = Static<typeof PaymentService>

export const listPaymentServices = endpoint({
  method: 'GET',
  path: '/api/admin/settings/payment-service',
  summary: 'List the payment gateways and whether they are set up',
  access: 'admin',
  scope: 'account',
  response: { 200: object({ data: array(PaymentService) }) },
  errors: [],
})
