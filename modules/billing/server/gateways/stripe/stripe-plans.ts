import type { GatewayClient } from '../gateway-client.ts'
import { existsAtGateway } from '../gateway-error.ts'
import type { StripeCall } from './stripe-connection.ts'
import { stripeUnits } from './stripe-units.ts'

/** The prices of plans. */
export const stripePlans = (call: StripeCall): Pick<GatewayClient, 'syncPlan' | 'archivePlan' | 'hasPlan'> => ({
  async syncPlan({ id, name, description, ...plan }, price) {
    const product = { name, ...(description ? { description } : {}) }
    return call(async (stripe) => {
      if (price !== null) {
        const stripePrice = await stripe.prices.retrieve(price)
        await stripe.products.update(String(stripePrice.product), product)
        return price
      }
      const created = await stripe.prices.create(
        {
          currency: plan.currency,
          unit_amount: stripeUnits.toGateway(plan),
          recurring: { interval: plan.interval },
          product_data: { name },
          metadata: { version: id },
        },
        { idempotencyKey: `price:${id}` },
      )
      return created.id
    })
  },

  async archivePlan(price) {
    await call((stripe) => stripe.prices.update(price, { active: false }))
  },

  hasPlan: (price) => existsAtGateway(call((stripe) => stripe.prices.retrieve(price))),
})
