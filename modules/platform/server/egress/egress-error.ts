/**
 * `invalid-url`: the URL's text is not acceptable. `unreachable`: closed, filtered, private or unknown host, which are never
 * distinguished, neither by message nor by time (A44). `invalid-redirect`: too many, a loop, another scheme, or from https to
 * http. `interrupted`: the response stopped, was too slow, or was shorter than declared. `cancelled`: by the caller.
 */
type EgressFailure = 'invalid-url' | 'unreachable' | 'invalid-redirect' | 'interrupted' | 'cancelled'

export class EgressError extends Error {
  readonly reason: EgressFailure
  constructor(reason: EgressFailure, cause?: unknown) {
    super(`egress: ${reason}`, { cause })
    this.reason = reason
  }
}
