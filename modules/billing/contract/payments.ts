import {
  array,
  boolean,
  endpoint,
  integer,
  moneyInput,
  object,
  oneOf,
  optional,
  type Static,
  SuccessMessage,
  string,
} from '../../shared/contract.ts'

export const gatewayNames = ['stripe', 'paypal', 'paystack'] as const
export type GatewayName = (typeof gatewayNames)[number]
export const paymentSources = ['system', ...gatewayNames] as const
/** The gateway that moves the money of a transaction or charges for a subscription; `system`: none does. */
export type PaymentSource = (typeof paymentSources)[number]
/** The gateway at which people store cards. */
export const cardGateway = 'stripe' satisfies GatewayName

interface GatewayTraits {
  /** The credential by which its webhooks are checked; null: the secret that its calls use. */
  webhookCredential: 'secret' | 'id' | null
  /** Whether its credentials are either for the live service or for a sandbox. */
  hasSandbox: boolean
  /** Whether a change of plan is charged from the next payment on, after people have agreed to it at the gateway. */
  changesWithPayment: boolean
}

/** Differences that are needed without a client of the gateway: in the browser, and before there are credentials. */
export const gatewayTraits: Readonly<Record<GatewayName, GatewayTraits>> = {
  stripe: { webhookCredential: 'secret', hasSandbox: false, changesWithPayment: false },
  paypal: { webhookCredential: 'id', hasSandbox: true, changesWithPayment: true },
  paystack: { webhookCredential: null, hasSandbox: false, changesWithPayment: false },
}

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
    /** Our reference of the payment, by which `showCheckout` asks for its state. */
    reference: string(),
    authorization_url: string(),
  }),
})

/** Begins a payment: with `amount` into the prepaid balance, with `planCode` for a subscription to a plan. */
export const beginCheckout = endpoint({
  method: 'POST',
  path: '/api/:gateway/checkout',
  summary: 'Begin a payment at a gateway',
  access: 'session',
  scope: 'account',
  params: gateway,
  body: object({
    /** Major units as people write them: `9.99`. */
    amount: optional(moneyInput()),
    /** Id of a plan, or the gateway’s id of its price. */
    planCode: optional(string({ minLength: 1, maxLength: 255 })),
  }),
  response: { 201: Checkout },
  errors: [
    'billing.invalid-amount',
    'billing.amount-not-taken',
    'billing.amount-too-small',
    'billing.currency-not-taken',
    'billing.price-not-taken',
    'billing.gateway-unavailable',
    'billing.plans-not-offered',
    'billing.plan-not-found',
    'billing.subscription-state',
  ],
})

/** Event of the user's tabs: the state or the payments of their plan have changed at its gateway. */
export const subscriptionChanged = 'billing-subscription-changed'

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

/** Checks the raw body by the rule of the gateway, and reads its content only after that. */
export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:gateway/webhooks',
  summary: 'Receive an event of a payment gateway',
  access: 'webhook',
  csrf: false,
  params: gateway,
  response: { 200: SuccessMessage },
  errors: ['billing.webhook-rejected', 'billing.gateway-unavailable'],
})
