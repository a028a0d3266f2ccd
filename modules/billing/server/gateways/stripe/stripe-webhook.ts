import type { GatewayEvent, GatewayObject, WebhookRequest } from '../gateway-client.ts'
import { isHmac, parseSignedBody, singleHeader } from '../signatures.ts'

/** Stripe's own tolerance; also for times ahead of ours. */
const toleranceSeconds = 300

interface StripeEvent {
  id: string
  type: string
  data: {
    object: Record<string, unknown> & { metadata?: Record<string, string> | null }
    /** Former values of the fields that changed. */
    previous_attributes?: Record<string, unknown> | null
  }
}

/**
 * Stripe's rule: `Stripe-Signature: t=seconds,v1=hex[,v1=hex]`, the HMAC-SHA256 of `t.body`.
 * https://docs.stripe.com/webhooks#verify-manually
 */
const isSigned = ({ body, headers }: WebhookRequest, secret: string, nowMs: number): boolean => {
  const parts = singleHeader(headers['stripe-signature'])
    .split(',')
    .map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1_000 - Number(time)) > toleranceSeconds) return false
  const signed = Buffer.concat([Buffer.from(`${time}.`), body])
  return parts.some(([name, signature]) => name === 'v1' && isHmac('sha256', secret, signed, signature ?? ''))
}

const idOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const objectOf = ({ type, data: { object, previous_attributes: previous } }: StripeEvent): GatewayObject | null => {
  if (type.startsWith('customer.subscription.')) return { kind: 'subscription', id: String(object.id) }
  if (type.startsWith('refund.')) return { kind: 'refund', id: String(object.id) }
  if (type.startsWith('charge.dispute.')) return { kind: 'dispute', id: String(object.id) }
  // A card that was detached has no customer any more.
  const customer = idOf(object.customer) ?? idOf(previous?.customer)
  if (type.startsWith('payment_method.') || type.startsWith('setup_intent.'))
    return customer ? { kind: 'customer', id: customer } : null
  if (type.startsWith('invoice.')) {
    const { parent } = object as { parent?: { subscription_details?: { subscription?: unknown } | null } | null }
    const id = idOf(parent?.subscription_details?.subscription)
    return id ? { kind: 'subscription', id } : null
  }
  const subscription = idOf(object.subscription)
  if (type.startsWith('checkout.session.') && subscription) return { kind: 'subscription', id: subscription }
  const reference = object.metadata?.reference
  const isPayment = /^(checkout\.session|payment_intent|charge)\./.test(type)
  return isPayment && reference ? { kind: 'checkout', id: reference } : null
}

/**
 * The event of a webhook; null when its signature is not of this secret, or is older than five minutes. `nowMs`: the
 * present, in ms.
 */
export const verifyStripe = (request: WebhookRequest, secret: string, nowMs: number): GatewayEvent | null => {
  if (!isSigned(request, secret, nowMs)) return null
  const event = parseSignedBody(request.body) as StripeEvent | null
  if (!event?.id || !event.type || !event.data?.object) return null
  return { id: event.id, type: event.type, object: objectOf(event) }
}
