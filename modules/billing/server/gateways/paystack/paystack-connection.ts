import { createServiceEgress } from '../../../../platform/index.ts'
import { type JsonCall, JsonClient } from '../json-client.ts'
import type { PaystackRefund, PaystackTransaction } from './paystack-state.ts'

export interface PaystackCredentials {
  key: string
  secret: string
}

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

  transaction(reference: string): Promise<PaystackTransaction> {
    return this.call<PaystackTransaction>({ path: `/transaction/verify/${encodeURIComponent(reference)}` })
  }

  refunds<Refund extends PaystackRefund>({ id }: PaystackTransaction): Promise<Refund[]> {
    return this.call<Refund[]>({ path: `/refund?transaction=${id}&perPage=100` })
  }
}
