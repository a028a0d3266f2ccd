import type Stripe from 'stripe'
import { createServiceEgress, egressFetch } from '../../../../platform/index.ts'
import { GatewayError } from '../gateway-error.ts'

const defaultBase = 'https://api.stripe.com'
/** Time limit of one attempt. */
const timeoutMs = 20_000
/** Retries of a call, after random, growing delays; each POST has an idempotency key, the caller's own where it matters. */
const maxNetworkRetries = 2

/** The library gives headers as pairs. */
const fetchOver = (base: string) => {
  const send = egressFetch(createServiceEgress([base]))
  return (url: string, { headers, ...options }: { headers: [string, string][] }) =>
    send(url, { ...options, headers: Object.fromEntries(headers) })
}

/** Stripe's library over the egress. It is loaded when a call is made: most installations never make one. */
const connectStripe = async (secret: string, base: string = defaultBase): Promise<Stripe> => {
  const { default: Client } = await import('stripe')
  const { hostname, port, protocol } = new URL(base)
  return new Client(secret, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port ? { port } : {}),
    httpClient: Client.createFetchHttpClient(fetchOver(base) as unknown as typeof globalThis.fetch),
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
  })
}

interface StripeFailure {
  type?: string
  statusCode?: number
  code?: string
  decline_code?: string
  message?: string
}

/** Why a card was declined; null for other errors. */
export const declineReason = (error: unknown): string | null => {
  const { type, decline_code, code } = error as StripeFailure
  return type === 'StripeCardError' ? (decline_code ?? code ?? 'declined') : null
}

/** Rejects with `GatewayError` instead of the library's own errors. */
const asStripe = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call
  } catch (error) {
    if (declineReason(error) !== null) throw error
    const { statusCode, code, message } = error as StripeFailure
    throw new GatewayError('stripe', { status: statusCode ?? null, reason: code ?? message ?? 'unknown' }, error)
  }
}

/** Calls Stripe with these credentials, and rejects with `GatewayError`. The library is loaded with the first call. */
export type StripeCall = <T>(use: (stripe: Stripe) => Promise<T>) => Promise<T>
export const stripeCaller = (secret: string, base: string | null): StripeCall => {
  let connection: Promise<Stripe> | null = null
  return (use) => {
    connection ??= connectStripe(secret, base ?? undefined)
    return asStripe(connection.then(use))
  }
}

/** Payment intent of an invoice: periods of subscriptions are paid by invoices. */
export const paymentIntentOf = async (stripe: Stripe, invoice: string): Promise<string> => {
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1 })
  const intent = data[0]?.payment.payment_intent
  if (!intent) throw new GatewayError('stripe', { status: 404, reason: 'the invoice has no payment' })
  return typeof intent === 'string' ? intent : intent.id
}
