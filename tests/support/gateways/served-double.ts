import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type DoubleCall, type DoubleResponse, doubleServer } from './double-server.ts'

interface DoubleEvent {
  id: string
  type: string
  /** As it is sent. */
  body: string
}

/** The clock of the providers, which stays right while a test shifts the clock of the process. */
export const ProviderDate = Date

/** The account of the credentials has no such object. */
export class MissingError extends Error {}

/** As each of the providers says it. */
const missing: DoubleResponse = {
  status: 404,
  body: {
    error: { type: 'invalid_request_error', code: 'resource_missing' },
    name: 'RESOURCE_NOT_FOUND',
    status: false,
    message: 'not found',
  },
}

/** A server with a provider's API that fails on demand, remembers calls with a key, and keeps its events. */
export abstract class ServedDouble {
  abstract readonly name: 'stripe' | 'paypal' | 'paystack'
  readonly credentials = {
    key: 'pk_test',
    secret: `sk_${randomBytes(8).toString('hex')}`,
    webhook: `wh_${randomBytes(8).toString('hex')}`,
    live: false,
  }
  /** Everything that happened, in order. Nothing is sent by itself. */
  readonly events: DoubleEvent[] = []
  /** Share of calls that are answered 500, before or after they took effect. */
  failing = 0
  random: () => number = Math.random
  calls: string[] = []
  /** Bodies of the calls, as they came. */
  sent: string[] = []
  protected readonly remembered = new Map<string, DoubleResponse>()
  private readonly server = doubleServer(
    (call) => this.respond(call),
    (text, type) => this.parse(text, type),
    (call) => this.delay(call),
  )
  private count = 0
  private held: { pattern: RegExp; reach(): void; released: Promise<void> } | null = null

  async start(t: { teardown(fn: () => unknown): unknown }): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => this.server.close())
    return this
  }

  get base(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** A day later: calls with a key are forgotten. */
  forgetKeys(): void {
    this.remembered.clear()
  }

  /** Headers of a genuine delivery. */
  abstract sign(body: string, options?: { secret?: string; ageSeconds?: number }): Record<string, string>
  protected abstract handle(call: DoubleCall): DoubleResponse | null
  protected abstract isAllowed(call: DoubleCall): boolean
  protected parse(text: string, type: string): Record<string, unknown> {
    return type.startsWith('application/json') && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {}
  }

  protected emit(event: Record<string, unknown>, type: string): void {
    const id = `evt_${this.events.length + 1}_${randomBytes(4).toString('hex')}`
    this.events.push({ id, type, body: JSON.stringify({ id, ...event }) })
  }

  protected newId(prefix: string): string {
    this.count += 1
    return `${prefix}_${this.count}${randomBytes(4).toString('hex')}`
  }

  /** The same key is carried out once; its response is repeated. */
  protected once(key: string | undefined, carryOut: () => DoubleResponse): DoubleResponse {
    const known = key === undefined ? undefined : this.remembered.get(key)
    if (known) return known
    const response = carryOut()
    if (key !== undefined) this.remembered.set(key, response)
    return response
  }

  /** The next call whose method and path match is carried out, and answered after `release`. */
  holdNext(pattern: RegExp): { reached: Promise<void>; release(): void } {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    this.held = { pattern, reach: reached.resolve, released: released.promise }
    return { reached: reached.promise, release: released.resolve }
  }

  private async delay({ method, path }: DoubleCall): Promise<void> {
    const { held } = this
    if (!held?.pattern.test(`${method} ${path}`)) return
    this.held = null
    held.reach()
    await held.released
  }

  private respond(call: DoubleCall): DoubleResponse {
    this.sent.push(decodeURIComponent(call.text))
    this.calls.push(`${call.method} ${call.path}`)
    if (!this.isAllowed(call)) return { status: 401, body: { error: { message: 'wrong credentials' } } }
    const failed: DoubleResponse = { status: 500, body: { error: { message: 'try again' } } }
    const isFailing = this.random() < this.failing
    if (isFailing && this.random() < 0.5) return failed
    const response = this.handled(call) ?? missing
    return isFailing ? failed : response
  }

  private handled(call: DoubleCall): DoubleResponse | null {
    try {
      return this.handle(call)
    } catch (error) {
      if (error instanceof MissingError) return missing
      throw error
    }
  }
}
