import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from './body.ts'
import { dial, type Resolve, systemResolve } from './connection.ts'
import { EgressError } from './failure.ts'
import { defaultLimits, type EgressLimits } from './limits.ts'
import { type EgressRules, type Target, targetOf } from './target.ts'

export interface EgressAnswer {
  /** Where the redirects led. */
  url: URL
  status: number
  headers: IncomingHttpHeaders
  /** To be read to its end or closed. */
  body: AsyncGenerator<Buffer>
  close(): void
}

export interface EgressCall {
  /** `range` and the like; cookies and credentials are never sent. */
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface EgressOptions {
  rules: EgressRules
  limits?: Partial<EgressLimits>
  /** Tests hand in their own. */
  resolve?: Resolve
}

const redirects = new Set([301, 302, 303, 307, 308])

/** The one way out for HTTP (SECURITY.md A39–A44): public web servers only, each hop checked, nothing told about the rest. */
export class Egress {
  private readonly rules: EgressRules
  private readonly limits: EgressLimits
  private readonly resolve: Resolve
  constructor({ rules, limits, resolve = systemResolve }: EgressOptions) {
    this.rules = rules
    this.limits = { ...defaultLimits, ...limits }
    this.resolve = resolve
  }

  /** False for what `get` would call `invalid-url`; tells nothing about addresses. */
  accepts(url: string): boolean {
    try {
      targetOf(url, this.rules)
      return true
    } catch (error) {
      return (error as EgressError).reason !== 'invalid-url'
    }
  }

  /** GETs it, following redirects; any status is an answer. Rejects with `EgressError`. */
  async get(url: string, { headers = {}, signal: given }: EgressCall = {}): Promise<EgressAnswer> {
    const timeout = AbortSignal.timeout(this.limits.total)
    const signal = given ? AbortSignal.any([given, timeout]) : timeout
    const hop = async (target: Target): Promise<IncomingMessage> => {
      const from = performance.now()
      try {
        return await dial(target, { resolve: this.resolve, limits: this.limits, signal, headers })
      } catch (error) {
        throw await this.hush(error, from, given)
      }
    }
    let target = await this.targetOf(url, given)
    for (let followed = 0; ; followed++) {
      const answer = await hop(target)
      const to = redirects.has(answer.statusCode ?? 0) ? answer.headers.location : undefined
      if (to === undefined) return answerOf(target.url, answer, this.limits, given)
      answer.destroy()
      if (followed === this.limits.redirects) throw new EgressError('invalid-redirect')
      const next = await this.targetOf(to, given, target.url)
      if (target.secure && !next.secure) throw new EgressError('invalid-redirect')
      target = next
    }
  }

  private async targetOf(url: string, signal?: AbortSignal, base?: URL): Promise<Target> {
    const from = performance.now()
    try {
      return targetOf(url, this.rules, base)
    } catch (error) {
      const { reason } = error as EgressError
      if (reason === 'invalid-url') throw base ? new EgressError('invalid-redirect') : error
      throw await this.hush(error, from, signal)
    }
  }

  /** The same failure at the same time, whatever it was. */
  private async hush(error: unknown, from: number, signal?: AbortSignal): Promise<EgressError> {
    if (!signal?.aborted) {
      const spent = performance.now() - from
      const { connect, headers } = this.limits
      const told = spent <= connect ? connect : connect + headers
      await sleep(Math.max(told - spent, 0), undefined, signal ? { signal } : {}).catch(() => undefined)
    }
    return signal?.aborted ? new EgressError('cancelled') : new EgressError('unreachable', error)
  }
}

const answerOf = (url: URL, answer: IncomingMessage, limits: EgressLimits, given?: AbortSignal): EgressAnswer => ({
  url,
  status: answer.statusCode ?? 0,
  headers: answer.headers,
  body: cancellable(bodyOf(answer, limits), given),
  close: () => answer.destroy(),
})

async function* cancellable(body: AsyncGenerator<Buffer>, signal?: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw signal?.aborted ? new EgressError('cancelled') : error
  }
}
