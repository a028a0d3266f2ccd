import type { PlanDetails } from '../gateway-client.ts'
import { GatewayError } from '../gateway-error.ts'
import type { PayPalConnection } from './paypal-connection.ts'
import { payPalMoney } from './paypal-state.ts'

interface PayPalPlan {
  id: string
  product_id: string
  status: 'CREATED' | 'ACTIVE' | 'INACTIVE'
}

/** The product of all plans: PayPal changes a subscription to plans of its own product only. */
const productId = 'COFFER-PLANS'
/** Periods that may fail before PayPal suspends a subscription; 0, its default, lets it go on unpaid for ever. */
const failureThreshold = 1

const pathOf = (price: string) => `/v1/billing/plans/${encodeURIComponent(price)}`

export const findPayPalPlan = (paypal: PayPalConnection, price: string): Promise<PayPalPlan> =>
  paypal.call<PayPalPlan>({ path: pathOf(price) })

/** Creates the plan of a version, or brings the name and description of `price` up to date. Resolves with its id. */
export const syncPayPalPlan = async (
  paypal: PayPalConnection,
  { id, name, description, interval, ...money }: PlanDetails,
  price: string | null,
): Promise<string> => {
  const details = { name: name.slice(0, 127), ...(description ? { description: description.slice(0, 127) } : {}) }
  if (price !== null) {
    const operations = Object.entries({
      ...details,
      'payment_preferences/payment_failure_threshold': failureThreshold,
    }).map(([field, value]) => ({ op: 'replace', path: `/${field}`, value }))
    await paypal.call({ method: 'PATCH', path: pathOf(price), body: operations, repeatable: true })
    return price
  }
  await ensureProduct(paypal)
  const cycle = {
    frequency: { interval_unit: interval.toUpperCase(), interval_count: 1 },
    tenure_type: 'REGULAR',
    sequence: 1,
    total_cycles: 0,
    pricing_scheme: { fixed_price: payPalMoney(money) },
  }
  const created = await paypal.once<{ id: string }>(`plan-${id}`, {
    path: '/v1/billing/plans',
    body: {
      ...details,
      product_id: productId,
      billing_cycles: [cycle],
      payment_preferences: { auto_bill_outstanding: true, payment_failure_threshold: failureThreshold },
    },
  })
  return created.id
}

/** PayPal rejects the deactivation of a plan that is not active. */
export const archivePayPalPlan = async (paypal: PayPalConnection, price: string): Promise<void> => {
  const { status } = await findPayPalPlan(paypal, price)
  if (status === 'ACTIVE') await paypal.call({ method: 'POST', path: `${pathOf(price)}/deactivate` })
}

const ensureProduct = async (paypal: PayPalConnection): Promise<void> => {
  try {
    await paypal.call({ path: `/v1/catalogs/products/${productId}` })
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 404) throw error
    const body = { id: productId, name: 'Subscription plans', type: 'SERVICE', category: 'SOFTWARE' }
    await paypal.once(`product-${productId}`, { path: '/v1/catalogs/products', body })
  }
}
