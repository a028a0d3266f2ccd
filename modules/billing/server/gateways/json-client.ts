import { setTimeout as sleep } from 'node:timers/promises'
import { type Egress, egressFetch } from '../../../platform/index.ts'
import type { GatewayName } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'

export interface JsonCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: unknown
  /** Whether the call may be repeated without a second effect. Default: for GET only. */
  repeatable?: boolean
}

const maxAttempts = 3
const retryDelayMs = 250

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** Calls of a JSON API: limited in time and size by the egress, repeated after random delays where that is harmless. */
export class JsonClient {
  private readonly fetch: ReturnType<typeof egressFetch>
  private readonly gateway: GatewayName
  private readonly base: string
  constructor(gateway: GatewayName, egress: Egress, base: string) {
    this.fetch = egressFetch(egress)
    this.gateway = gateway
    this.base = base
  }

  /** The body of a successful response. Rejects with `GatewayError`. */
  async call<Body>({ repeatable, ...call }: JsonCall): Promise<Body> {
    const attempts = (repeatable ?? (call.method ?? 'GET') === 'GET') ? maxAttempts : 1
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once<Body>(call)
      } catch (error) {
        if (attempt === attempts || !(error instanceof GatewayError) || !error.isTransient) throw error
        await sleep(Math.random() * retryDelayMs * 2 ** attempt)
      }
    }
  }

  private async once<Body>({ method = 'GET', path, headers, body }: Omit<JsonCall, 'repeatable'>): Promise<Body> {
    const response = await this.fetch(`${this.base}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: textOf(body) }),
    }).catch((error: unknown) => {
      throw new GatewayError(this.gateway, { status: null, reason: String(error) }, error)
    })
    const text = await response.text()
    if (!response.ok)
      throw new GatewayError(this.gateway, {
        status: response.status,
        reason: text.slice(0, 1_000) || 'empty response',
      })
    if (text === '') return undefined as Body
    try {
      return JSON.parse(text) as Body
    } catch (error) {
      throw new GatewayError(this.gateway, { status: null, reason: 'the response is not JSON' }, error)
    }
  }
}
