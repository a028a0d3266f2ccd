import {
  array,
  boolean,
  endpoint,
  object,
  oneOf,
  redirect,
  type Static,
  SuccessMessage,
  string,
  uuid,
} from '../../shared/contract.ts'
import { gatewayNames } from './payments.ts'

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

/** Begins to store a card at a page of the gateway: this installation and its pages never see the card. */
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

/** `addCreditCard` for a form without scripts: redirects to Stripe's page, or back when Stripe cannot be reached. */
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
  plainErrors: true,
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
