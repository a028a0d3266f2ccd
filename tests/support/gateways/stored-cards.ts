import type { Actor } from '../actors.ts'
import type { StripeDouble } from './stripe-double.ts'

/** Stores a card of a user at Stripe; resolves with Stripe's id of the user. */
export const storeCard = async (stripe: StripeDouble, { client }: Pick<Actor, 'client'>): Promise<string> => {
  const secret = await client.get<{ data: { client_secret: string } }>('/api/stripe/setup-intent')
  const customer = secret.body.data.client_secret.replace('seti_secret_', '')
  stripe.storeCard(customer, '4242')
  await client.post('/api/subscriptions/credit-cards/refresh', {})
  return customer
}

/** Charges of a customer's stored cards, in Stripe's units, the newest last. */
export const chargesOf = (stripe: StripeDouble, { customer }: { customer: string }): number[] =>
  stripe.intents.flatMap((intent) => {
    const charge = intent.customer === customer && stripe.charges.get(intent.id)
    return charge ? [charge.amount] : []
  })
