import { createHash } from 'node:crypto'
import { createServiceEgress } from '../../../../platform/index.ts'
import type {
  Checkout,
  CustomerDetails,
  Delivery,
  FundingRequest,
  GatewayClient,
  GatewayEvent,
  GatewayObject,
  GatewayPayment,
  GatewaySubscription,
  MethodCharge,
  MethodChargeResult,
  PlanDetails,
  RefundOrder,
  Reversal,
  StoredMethod,
  SubscribeRequest,
} from '../client.ts'
import { GatewayError } from '../gateway-error.ts'
import { type JsonCall, JsonClient } from '../json-client.ts'
import { referenceFrom } from '../reference.ts'
import { unsupported } from '../unsupported.ts'
import {
  closest,
  type PaystackAuthorization,
  type PaystackDispute,
  type PaystackRefund,
  type PaystackSubscription,
  type PaystackTransaction,
  paystackCards,
  paystackDispute,
  paystackPayment,
  paystackRefund,
  paystackSubscription,
} from './paystack-state.ts'
import { paystackUnits } from './paystack-units.ts'
import { verifyPaystack } from './paystack-webhook.ts'

export interface PaystackCredentials {
  key: string
  secret: string
}

const channels = ['card', 'bank', 'ussd', 'qr', 'mobile_money', 'bank_transfer']
const intervals = { month: 'monthly', year: 'annually' }
const isNotFound = (error: unknown) => error instanceof GatewayError && (error.status === 404 || error.status === 400)

/**
 * https://paystack.com/docs/api. It has no idempotency keys: a charge is known by its reference, which Paystack accepts once.
 */
export class PaystackGateway implements GatewayClient {
  readonly name = 'paystack'
  readonly units = paystackUnits
  readonly can = { storeCards: false, resume: true, change: false, manage: true }
  private readonly http: JsonClient
  private readonly secret: string
  constructor({ secret }: PaystackCredentials, base: string | null) {
    const origin = base ?? 'https://api.paystack.co'
    this.http = new JsonClient('paystack', createServiceEgress([origin]), origin)
    this.secret = secret
  }

  async test(): Promise<void> {
    await this.call({ path: '/plan?perPage=1' })
  }

  async createCustomer({ userId, email, name }: CustomerDetails): Promise<string> {
    const body = { email, first_name: name, metadata: { userId } }
    // Paystack answers with the customer of an email address that it knows.
    const { customer_code } = await this.call<{ customer_code: string }>({
      method: 'POST',
      path: '/customer',
      body,
      repeatable: true,
    })
    return customer_code
  }

  fund(request: FundingRequest): Promise<Checkout> {
    return this.initialize(request, {})
  }

  subscribe(request: SubscribeRequest): Promise<Checkout> {
    return this.initialize(request, { plan: request.price })
  }

  async payment({ reference }: { reference: string }): Promise<GatewayPayment> {
    const transaction = await this.verifyTransaction(reference)
    const wasPaid = transaction.status === 'success' || transaction.status === 'reversed'
    return paystackPayment(transaction, wasPaid ? await this.refunds(transaction) : [])
  }

  /** Paystack would refund twice: the key is kept as the refund's note, by which an earlier one is found. */
  async refund({ payment, key, ...money }: RefundOrder): Promise<string> {
    const amount = paystackUnits.toGateway(money)
    const transaction = await this.verifyTransaction(payment)
    const refunds = await this.call<(PaystackRefund & { merchant_note?: string })[]>({
      path: `/refund?transaction=${transaction.id}&perPage=100`,
    })
    const earlier = refunds.find(({ merchant_note }) => merchant_note === key)
    if (earlier) return String(earlier.id)
    const body = { transaction: payment, amount, currency: money.currency, merchant_note: key }
    return String((await this.call<PaystackRefund>({ method: 'POST', path: '/refund', body })).id)
  }

  async reversals({ kind, id }: GatewayObject): Promise<Reversal[]> {
    if (kind === 'dispute')
      return [paystackDispute(await this.call<PaystackDispute>({ path: `/dispute/${encodeURIComponent(id)}` }))]
    const refunds = await this.refunds(await this.verifyTransaction(id))
    return refunds.map((refund) => paystackRefund(id, refund))
  }

  beginCard = unsupported('paystack')
  cardPage = unsupported('paystack')
  makeDefaultCard = async (): Promise<void> => undefined

  async cards(customer: string): Promise<StoredMethod[]> {
    const { authorizations } = await this.call<{ authorizations?: PaystackAuthorization[] }>({
      path: `/customer/${encodeURIComponent(customer)}`,
    })
    return paystackCards(authorizations ?? [])
  }

  async removeCard(_customer: string, method: string): Promise<void> {
    const path = '/customer/deactivate_authorization'
    await this.call({ method: 'POST', path, body: { authorization_code: method }, repeatable: true })
  }

  /** Asks for the outcome of an earlier attempt first. */
  async charge({ email, method, key, ...money }: MethodCharge): Promise<MethodChargeResult> {
    const { currency } = money
    const amount = paystackUnits.toGateway(money)
    const reference = referenceFrom(createHash('sha256').update(key).digest())
    const earlier = await this.verifyTransaction(reference).catch((error: unknown) => {
      if (isNotFound(error)) return null
      throw error
    })
    if (!earlier && method === null)
      throw new GatewayError('paystack', { status: 404, reason: 'the customer has no stored card' })
    const body = { authorization_code: method, email, amount, currency, reference }
    const transaction =
      earlier ??
      (await this.call<PaystackTransaction>({ method: 'POST', path: '/transaction/charge_authorization', body }))
    const { status, payment } = paystackPayment(transaction, [])
    if (status === 'paid') return { status, payment: payment ?? reference }
    if (status === 'failed') return { status: 'declined', reason: transaction.gateway_response ?? 'declined' }
    throw new GatewayError('paystack', { status: null, reason: `the payment is ${transaction.status}` })
  }

  /** Of the customer that paid, by the email at that time: Paystack names no subscription at the payment. */
  async subscriptionOf({ id, price }: { id: string; price: string }): Promise<string | null> {
    const { status, paid_at, customer } = await this.verifyTransaction(id)
    if (status !== 'success' || !customer) return null
    const found = await this.call<PaystackSubscription[]>({ path: `/subscription?customer=${customer.id}&perPage=50` })
    const ofPlan = found.filter(({ plan }) => plan.plan_code === price)
    const paidAt = Date.parse(paid_at ?? '')
    return closest(paidAt, ofPlan, ({ createdAt }) => Date.parse(createdAt))?.subscription_code ?? null
  }

  async subscription(id: string): Promise<GatewaySubscription> {
    const subscription = await this.find(id)
    const transactions = await this.call<PaystackTransaction[]>({
      path: `/transaction?customer=${subscription.customer.id}&status=success&perPage=100`,
    })
    return paystackSubscription(subscription, transactions, new Date())
  }

  cancel(id: string): Promise<GatewaySubscription> {
    return this.switch(id, 'disable')
  }

  resume(id: string): Promise<GatewaySubscription> {
    return this.switch(id, 'enable')
  }

  change = unsupported('paystack')

  async managePage(id: string): Promise<string> {
    const { link } = await this.call<{ link: string }>({ path: `/subscription/${encodeURIComponent(id)}/manage/link` })
    return link
  }

  async syncPlan(plan: PlanDetails, price: string | null): Promise<string> {
    const { name, description, currency, interval } = plan
    const amount = paystackUnits.toGateway(plan)
    const details = { name, ...(description ? { description } : {}) }
    if (price !== null) {
      // Paystack updates by PUT; existing subscribers keep what they pay.
      const path = `/plan/${encodeURIComponent(price)}`
      await this.call({
        method: 'PUT',
        path,
        body: { ...details, amount, interval: intervals[interval] },
        repeatable: true,
      })
      return price
    }
    const body = { ...details, amount, currency, interval: intervals[interval] }
    const { plan_code } = await this.call<{ plan_code: string }>({ method: 'POST', path: '/plan', body })
    return plan_code
  }

  /** Paystack has no call that ends the sale of a plan; ours is no longer offered. */
  archivePlan = async (): Promise<void> => undefined

  async verify(delivery: Delivery): Promise<GatewayEvent | null> {
    return verifyPaystack(delivery, this.secret)
  }

  private async initialize(
    { reference, email, returnUrl, ...money }: Omit<FundingRequest, 'customer' | 'description'>,
    more: { plan?: string },
  ): Promise<Checkout> {
    const { currency } = money
    const amount = paystackUnits.toGateway(money)
    const body = { email, amount, currency, reference, callback_url: returnUrl, channels, ...more }
    const { authorization_url } = await this.call<{ authorization_url: string }>({
      method: 'POST',
      path: '/transaction/initialize',
      body,
    })
    return { id: reference, url: authorization_url }
  }

  private verifyTransaction(reference: string): Promise<PaystackTransaction> {
    return this.call<PaystackTransaction>({ path: `/transaction/verify/${encodeURIComponent(reference)}` })
  }

  private refunds({ id }: PaystackTransaction): Promise<PaystackRefund[]> {
    return this.call<PaystackRefund[]>({ path: `/refund?transaction=${id}&perPage=100` })
  }

  private find(id: string): Promise<PaystackSubscription> {
    return this.call<PaystackSubscription>({ path: `/subscription/${encodeURIComponent(id)}` })
  }

  private async switch(id: string, to: 'disable' | 'enable'): Promise<GatewaySubscription> {
    const { email_token: token } = await this.find(id)
    await this.call({ method: 'POST', path: `/subscription/${to}`, body: { code: id, token }, repeatable: true })
    return this.subscription(id)
  }

  private async call<Data>(call: JsonCall): Promise<Data> {
    const headers = { authorization: `Bearer ${this.secret}` }
    const { data } = await this.http.call<{ data: Data }>({ ...call, headers })
    return data
  }
}
