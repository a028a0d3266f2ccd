import type { GatewayEvent, GatewayObject, WebhookRequest } from '../gateway-client.ts'
import { parseSignedBody, singleHeader } from '../signatures.ts'
import type { PayPalConnection } from './paypal-connection.ts'

interface PayPalEvent {
  id: string
  event_type: string
  resource: Record<string, unknown> & { purchase_units?: { custom_id?: unknown }[] }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const objectOf = ({ event_type: type, resource }: PayPalEvent): GatewayObject | null => {
  const about = (kind: GatewayObject['kind'], id: string | null) => (id ? { kind, id } : null)
  if (type.startsWith('BILLING.SUBSCRIPTION.')) return about('subscription', text(resource.id))
  if (type === 'PAYMENT.SALE.REFUNDED') return about('refund', text(resource.id))
  if (type.startsWith('CUSTOMER.DISPUTE.')) return about('dispute', text(resource.dispute_id))
  if (type.startsWith('PAYMENT.SALE.')) return about('subscription', text(resource.billing_agreement_id))
  if (type.startsWith('CHECKOUT.ORDER.')) return about('checkout', text(resource.purchase_units?.[0]?.custom_id))
  return type.startsWith('PAYMENT.CAPTURE.') ? about('checkout', text(resource.custom_id)) : null
}

/** Event of a body whose signature PayPal has confirmed. */
const payPalEvent = (body: Buffer): GatewayEvent | null => {
  const event = parseSignedBody(body) as PayPalEvent | null
  if (!event?.id || !event.event_type || !event.resource) return null
  return { id: event.id, type: event.event_type, object: objectOf(event) }
}

const fields = ['auth_algo', 'cert_url', 'transmission_id', 'transmission_sig', 'transmission_time'] as const

/**
 * The body of `verify-webhook-signature`, by which PayPal itself checks a signature; null when a header is missing. The
 * event is inserted as it arrived: PayPal compares with the checksum of its bytes.
 */
const verificationOf = ({ body, headers }: WebhookRequest, webhookId: string): string | null => {
  const values = fields.map((field) => [field, singleHeader(headers[`paypal-${field.replace('_', '-')}`])] as const)
  if (values.some(([, value]) => value === '') || parseSignedBody(body) === null) return null
  const members = JSON.stringify({ ...Object.fromEntries(values), webhook_id: webhookId })
  return `${members.slice(0, -1)},"webhook_event":${body.toString('utf8')}}`
}

/** PayPal checks the signature itself. Null when it is not PayPal's. */
export const verifyPayPal = async (
  paypal: PayPalConnection,
  request: WebhookRequest,
  webhookId: string,
): Promise<GatewayEvent | null> => {
  const body = verificationOf(request, webhookId)
  if (body === null) return null
  const { verification_status } = await paypal.call<{ verification_status: string }>({
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    body,
    repeatable: true,
  })
  return verification_status === 'SUCCESS' ? payPalEvent(request.body) : null
}
