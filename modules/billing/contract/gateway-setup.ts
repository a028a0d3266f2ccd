import {
  array,
  boolean,
  endpoint,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  SuccessMessage,
  string,
} from '../../shared/contract.ts'
import { gatewayNames } from './payments.ts'

/** Tests the credentials by a call to the gateway, and only then stores them. */
export const setUpGateway = endpoint({
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

export const GatewaySetup = object({
  service: oneOf(gatewayNames),
  is_configured: boolean(),
  allowed: boolean(),
  live: boolean(),
  webhook_url: string(),
})
export type GatewaySetup = Static<typeof GatewaySetup>

export const listGatewaySetups = endpoint({
  method: 'GET',
  path: '/api/admin/settings/payment-service',
  summary: 'List the payment gateways and whether they are set up',
  access: 'admin',
  scope: 'account',
  response: { 200: object({ data: array(GatewaySetup) }) },
  errors: [],
})
