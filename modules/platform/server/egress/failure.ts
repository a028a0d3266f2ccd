/**
 * `invalid-url`: told by its text alone. `unreachable`: closed, filtered, private, unknown: never told apart, in words or in
 * time (A44). `invalid-redirect`: too many, a loop, to another scheme, from https to http. `interrupted`: it answered, then
 * stopped, was too slow, or sent less than it said. `cancelled`: by the caller.
 */
export type EgressFailure = 'invalid-url' | 'unreachable' | 'invalid-redirect' | 'interrupted' | 'cancelled'

export class EgressError extends Error {
  readonly reason: EgressFailure
  constructor(reason: EgressFailure, cause?: unknown) {
    super(`egress: ${reason}`, { cause })
    this.reason = reason
  }
}
