/** Limits of outgoing requests (docs/security.md). */
export interface EgressLimits {
  /** Name resolution, connection and TLS together. An error before a response is reported only when this time is over. */
  connectTimeoutMs: number
  /** From the connection to the end of the headers. */
  headersTimeoutMs: number
  /** Wait for the next bytes of a body. */
  idleTimeoutMs: number
  /** A body must deliver at least `bytes` in each `intervalMs` spent waiting for it. */
  minThroughput: { intervalMs: number; bytes: number }
  /** The whole response, redirects included. */
  totalTimeoutMs: number
  maxHeaderBytes: number
  maxRedirects: number
}

export const defaultEgressLimits: EgressLimits = {
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  idleTimeoutMs: 30_000,
  minThroughput: { intervalMs: 30_000, bytes: 30 * 1_024 },
  totalTimeoutMs: 3_600_000,
  maxHeaderBytes: 16 * 1_024,
  maxRedirects: 5,
}
