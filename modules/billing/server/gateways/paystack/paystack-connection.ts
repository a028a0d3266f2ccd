import { createServiceEgress } from '../../../../platform/index.ts'
import { GatewayError } from '../gateway-error.ts'
import { type JsonCall, JsonClient } from '../json-client.ts'
import type { PaystackRefund, PaystackTransaction } from './paystack-state.ts'

export interface PaystackCredentials {
  key: string
  secret: string
}

const notFound = /transaction_not_found|reference not found/i

/** Paystack's API, whose responses are wrapped in `data`. */
export class PaystackConnection {
  private readonly http: JsonClient
  private readonly secret: string
  constructor({ secret }: PaystackCredentials, base: string | null) {
    const origin = base ?? 'https://api.paystack.co'
    this.http = new JsonClient('paystack', createServiceEgress([origin]), origin)
    this.secret = secret
  }

  async call<Data>(call: JsonCall): Promise<Data> {
    const headers = { authorization: `Bearer ${this.secret}` }
    const { data } = await this.http.call<{ data: Data }>({ ...call, headers })
    return data
  }

  /** Rejects as missing when the account has no such transaction, for which Paystack answers 400. */
  async transaction(reference: string): Promise<PaystackTransaction> {
    try {
      return await this.call<PaystackTransaction>({ path: `/transaction/verify/${encodeURIComponent(reference)}` })
    } catch (error) {
      if (!(error instanceof GatewayError) || error.status !== 400 || !notFound.test(error.reason)) throw error
      throw new GatewayError('paystack', { status: 404, reason: error.reason }, error)
    }
  }

  refunds<Refund extends PaystackRefund>({ id }: PaystackTransaction): Promise<Refund[]> {
    return this.call<Refund[]>({ path: `/refund?transaction=${id}&perPage=100` })
  }
}
