import { createServiceEgress } from '../../../../platform/index.ts'
import { type JsonCall, JsonClient } from '../json-client.ts'

export interface PayPalCredentials {
  key: string
  secret: string
  webhook: string
  live: boolean
}

/** A token is renewed this long before it ends. */
const renewBeforeMs = 60_000

/** PayPal's REST API with its access token, which is valid for hours. */
export class PayPalConnection {
  private readonly http: JsonClient
  private readonly basic: string
  private token: { value: string; renewAt: number } | null = null
  constructor({ key, secret, live }: PayPalCredentials, base: string | null) {
    const origin = base ?? (live ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com')
    this.http = new JsonClient('paypal', createServiceEgress([origin]), origin)
    this.basic = Buffer.from(`${key}:${secret}`).toString('base64')
  }

  async call<Body>({ headers, ...call }: JsonCall): Promise<Body> {
    return this.http.call<Body>({
      ...call,
      headers: { authorization: `Bearer ${await this.accessToken()}`, ...headers },
    })
  }

  /** Calls PayPal, which carries a `key` out once, so that the call may be repeated. */
  async once<Body>(key: string, call: JsonCall): Promise<Body> {
    return this.call<Body>({ method: 'POST', ...call, headers: { 'paypal-request-id': key }, repeatable: true })
  }

  private async accessToken(): Promise<string> {
    if (this.token && this.token.renewAt > performance.now()) return this.token.value
    const { access_token: value, expires_in } = await this.http.call<{ access_token: string; expires_in: number }>({
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: { authorization: `Basic ${this.basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      repeatable: true,
    })
    this.token = { value, renewAt: performance.now() + expires_in * 1_000 - renewBeforeMs }
    return value
  }
}
