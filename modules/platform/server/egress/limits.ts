/** Milliseconds, bytes (SECURITY.md §4, egress). */
export interface EgressLimits {
  /** Name, connection and TLS together. A failure before an answer is told only when it is over. */
  connect: number
  /** From the connection to the end of the headers. */
  headers: number
  /** Waiting for the next bytes of a body. */
  idle: number
  /** Over each such time of waiting a body brings at least `pace.bytes`. */
  pace: { every: number; bytes: number }
  /** A whole answer, redirects included. */
  total: number
  headerBytes: number
  redirects: number
}

export const defaultLimits: EgressLimits = {
  connect: 10_000,
  headers: 30_000,
  idle: 30_000,
  pace: { every: 30_000, bytes: 30 * 1_024 },
  total: 3_600_000,
  headerBytes: 16 * 1_024,
  redirects: 5,
}
