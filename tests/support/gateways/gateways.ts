import type { GatewayDouble } from './double.ts'
import { PayPalDouble } from './paypal-double.ts'
import { PaystackDouble } from './paystack-double.ts'
import { StripeDouble } from './stripe-double.ts'

/** The three gateways, each as a server of its own, and the environment that names them. */
export const gatewayDoubles = async (t: { teardown(fn: () => unknown): unknown }) => {
  const doubles: GatewayDouble[] = await Promise.all(
    [new StripeDouble(), new PayPalDouble(), new PaystackDouble()].map((double) => double.start(t)),
  )
  const env = Object.fromEntries(doubles.map(({ name, base }) => [`${name.toUpperCase()}_API_BASE`, base]))
  return { doubles, env }
}

/** Sends an event as the gateway does; resolves with the status of the response. */
export const deliver = async (
  { url }: { url: string },
  double: GatewayDouble,
  body: string,
  headers: Record<string, string> = double.sign(body),
): Promise<number> => {
  const path = `/api/subscriptions/${double.name}/webhooks`
  const sent = { 'content-type': 'application/json', ...headers }
  return (await fetch(url + path, { method: 'POST', headers: sent, body })).status
}
