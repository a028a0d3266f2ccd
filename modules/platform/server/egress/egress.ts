import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ResolveHost, sendOnce, systemResolve } from './connection.ts'
import { EgressError } from './egress-error.ts'
import { type EgressResponse, egressResponse } from './egress-response.ts'
import { defaultEgressLimits, type EgressLimits } from './limits.ts'
import { type EgressRules, type EgressTarget, egressTargetOf, hostAndPort } from './target.ts'

interface EgressCall {
  /** Request headers such as `range`; cookies and credentials are never sent. */
  headers?: Record<string, string>
  signal?: AbortSignal
}

interface EgressRequest extends EgressCall {
  method: string
  body?: string | Buffer | undefined
}

interface Hop extends EgressRequest {
  signal: AbortSignal
  /** The caller's own part of `signal`. */
  callerSignal: AbortSignal | undefined
}

export interface EgressOptions {
  rules: EgressRules
  limits?: Partial<EgressLimits>
  /** Replaces DNS in tests. */
  resolve?: ResolveHost
}

const redirects = new Set([301, 302, 303, 307, 308])

/** All outgoing HTTP (A39–A44): reaches public web servers only, checks each hop, and reveals nothing about other hosts. */
export class Egress {
  private readonly rules: EgressRules
  private readonly limits: EgressLimits
  private readonly resolve: ResolveHost
  constructor({ rules, limits, resolve = systemResolve }: EgressOptions) {
    this.rules = rules
    this.limits = { ...defaultEgressLimits, ...limits }
    this.resolve = resolve
  }

  /** False when `get` would reject the URL as `invalid-url`; reveals nothing about IP addresses. */
  accepts(url: string): boolean {
    try {
      egressTargetOf(url, this.rules)
      return true
    } catch (error) {
      return (error as EgressError).reason !== 'invalid-url'
    }
  }

  /**
   * As `get`, but also reaches the host and port of this URL where they are private: a service that an administrator has
   * named. Plain HTTP goes to its private addresses only.
   */
  withService(url: string): Egress {
    const service = hostAndPort(new URL(url))
    return new Egress({ rules: { ...this.rules, service }, limits: this.limits, resolve: this.resolve })
  }

  /** Whether the URL is of the service, or of a host that `EGRESS_ALLOW` lists. */
  trusts(url: string): boolean {
    try {
      return egressTargetOf(url, this.rules).trusted
    } catch {
      return false
    }
  }

  /** Sends one request with its headers as given, and follows no redirect. Resolves with any status; rejects with `EgressError`. */
  async send(
    url: string,
    { method, body, headers = {}, signal: callerSignal }: EgressRequest,
  ): Promise<EgressResponse> {
    const target = await this.targetOf(url, callerSignal)
    const response = await this.hop(target, { method, body, headers, signal: this.limited(callerSignal), callerSignal })
    return egressResponse(target.url, response, this.limits, callerSignal)
  }

  /** Sends a GET request and follows redirects; resolves with any status. Rejects with `EgressError`. */
  async get(url: string, { headers = {}, signal: callerSignal }: EgressCall = {}): Promise<EgressResponse> {
    const signal = this.limited(callerSignal)
    let target = await this.targetOf(url, callerSignal)
    for (let followed = 0; ; followed++) {
      const response = await this.hop(target, { method: 'GET', headers, signal, callerSignal })
      const location = redirects.has(response.statusCode ?? 0) ? response.headers.location : undefined
      if (location === undefined) return egressResponse(target.url, response, this.limits, callerSignal)
      response.destroy()
      if (followed === this.limits.maxRedirects) throw new EgressError('invalid-redirect')
      const next = await this.targetOf(location, callerSignal, target.url)
      if (target.secure && !next.secure) throw new EgressError('invalid-redirect')
      target = next
    }
  }

  private limited(callerSignal: AbortSignal | undefined): AbortSignal {
    const timeout = AbortSignal.timeout(this.limits.totalTimeoutMs)
    return callerSignal ? AbortSignal.any([callerSignal, timeout]) : timeout
  }

  private async hop(target: EgressTarget, { callerSignal, headers = {}, ...request }: Hop): Promise<IncomingMessage> {
    const startedAt = performance.now()
    try {
      return await sendOnce(target, { resolve: this.resolve, limits: this.limits, headers, ...request })
    } catch (error) {
      throw await this.uniformError(error, startedAt, callerSignal)
    }
  }

  private async targetOf(url: string, signal?: AbortSignal, base?: URL): Promise<EgressTarget> {
    const startedAt = performance.now()
    try {
      return egressTargetOf(url, this.rules, base)
    } catch (error) {
      const { reason } = error as EgressError
      if (reason === 'invalid-url') throw base ? new EgressError('invalid-redirect') : error
      throw await this.uniformError(error, startedAt, signal)
    }
  }

  /** Waits until a fixed time has passed and returns the same error for every cause, so that neither reveals the cause. */
  private async uniformError(error: unknown, startedAt: number, signal?: AbortSignal): Promise<EgressError> {
    if (!signal?.aborted) {
      const elapsedMs = performance.now() - startedAt
      const { connectTimeoutMs, headersTimeoutMs } = this.limits
      const reportAtMs = elapsedMs <= connectTimeoutMs ? connectTimeoutMs : connectTimeoutMs + headersTimeoutMs
      await sleep(Math.max(reportAtMs - elapsedMs, 0), undefined, signal ? { signal } : {}).catch(() => undefined)
    }
    return signal?.aborted ? new EgressError('cancelled') : new EgressError('unreachable', error)
  }
}
