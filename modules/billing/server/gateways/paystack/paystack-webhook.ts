import { createHash } from 'node:crypto'
import type { GatewayEvent, GatewayObject, WebhookRequest } from '../gateway-client.ts'
import { isHmac, parseSignedBody, singleHeader } from '../signatures.ts'

interface PaystackEvent {
  event: string
  data: Record<string, unknown> & { plan?: unknown; customer?: { customer_code?: unknown } }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const about = (kind: GatewayObject['kind'], id: string | null): GatewayObject | null => (id ? { kind, id } : null)

const objectOf = ({ event, data }: PaystackEvent): GatewayObject | null => {
  if (event.startsWith('subscription.')) return about('subscription', text(data.subscription_code))
  if (event.startsWith('invoice.')) {
    const { subscription } = data as { subscription?: { subscription_code?: unknown } }
    return about('subscription', text(subscription?.subscription_code))
  }
  // Events of refunds name the payment only.
  if (event.startsWith('refund.')) return about('refund', text(data.transaction_reference))
  if (event.startsWith('charge.dispute.')) return about('dispute', data.id === undefined ? null : String(data.id))
  return event === 'charge.success' ? about('checkout', text(data.reference)) : null
}

/**
 * Paystack's rule: `x-paystack-signature` is the HMAC-SHA512 of the body with the secret key. Its events have neither an id
 * nor a time: an event is known by the hash of its bytes, which a later one may have too.
 */
export const verifyPaystack = ({ body, headers }: WebhookRequest, secret: string): GatewayEvent | null => {
  if (!isHmac('sha512', secret, body, singleHeader(headers['x-paystack-signature']))) return null
  const event = parseSignedBody(body) as PaystackEvent | null
  if (!event?.event || typeof event.data !== 'object' || event.data === null) return null
  const id = createHash('sha256').update(body).digest('hex')
  return { id, isHash: true, type: event.event, object: objectOf(event) }
}
