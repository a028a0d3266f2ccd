import { setting, settingTypes } from '../../platform/index.ts'
import { type GatewayCredentials, parseCredentials } from './gateways/credentials.ts'

const { flag, text } = settingTypes

/** JSON of `GatewayCredentials`, or empty. */
const credentials = (gateway: string) =>
  setting({
    type: {
      accepts: 'JSON with key, secret, webhook and live, or empty',
      parse: (text: string): GatewayCredentials | null | undefined => (text === '' ? null : parseCredentials(text)),
      format: (value: GatewayCredentials | null): string => (value ? JSON.stringify(value) : ''),
    },
    default: null,
    effect: `credentials of ${gateway}; administrators’ pages test them before they are stored`,
    public: null,
    secret: true,
  })

const allowed = (gateway: string) => ({
  type: flag,
  default: false,
  effect: `whether people pay by ${gateway}, once its credentials are set`,
})
const description = (gateway: string) => ({
  type: text({ max: 300 }),
  default: '',
  effect: `what is said of ${gateway} where people choose how to pay`,
})

/** Payment gateways. Their webhooks arrive at `{APP_URL}/api/subscriptions/{gateway}/webhooks`. */
export const gatewaySettings = {
  allowed_payments: setting({
    type: flag,
    default: false,
    effect:
      'whether people can pay for subscriptions and balances; while it is off, no account is reminded or blocked for not paying, and who is blocked stays so until the balance is enough',
    public: (isAllowed) => ({ allowedPayments: isAllowed, allowed_payments: isAllowed }),
  }),
  payments_paused: setting({
    type: flag,
    default: false,
    effect: 'whether no gateway is called and no account is charged; on after a restore',
    public: null,
  }),
  allowed_stripe: setting({ ...allowed('Stripe'), public: (isStripe) => ({ isStripe }) }),
  stripe_payment_description: setting({
    ...description('Stripe'),
    public: (text) => ({ stripe_payment_description: text || null }),
  }),
  stripe_credentials: credentials('Stripe'),
  allowed_paypal: setting({ ...allowed('PayPal'), public: (isPayPal) => ({ isPayPal }) }),
  paypal_payment_description: setting({
    ...description('PayPal'),
    public: (text) => ({ paypal_payment_description: text || null }),
  }),
  paypal_credentials: credentials('PayPal'),
  allowed_paystack: setting({ ...allowed('Paystack'), public: (isPaystack) => ({ isPaystack }) }),
  paystack_payment_description: setting({
    ...description('Paystack'),
    public: (text) => ({ paystack_payment_description: text || null }),
  }),
  paystack_credentials: credentials('Paystack'),
}
