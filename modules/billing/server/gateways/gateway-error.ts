import type { GatewayName } from './gateway.ts'

interface GatewayFailure {
  /** Null: no answer. */
  status: number | null
  /** The gateway's own code or message, for the log. */
  reason: string
}

/** Reason that a client gives itself: the running period is unpaid. */
export const unpaidReason = 'renewal_unpaid'

/** A call to a gateway that failed. Nothing of it is shown to users. */
export class GatewayError extends Error {
  readonly gateway: GatewayName
  readonly status: number | null
  readonly reason: string
  constructor(gateway: GatewayName, { status, reason }: GatewayFailure, cause?: unknown) {
    super(`${gateway}: ${status ?? 'no answer'} ${reason}`, { cause })
    this.gateway = gateway
    this.status = status
    this.reason = reason
  }

  /** Whether the amount is below what the gateway charges. */
  get isTooSmall(): boolean {
    return this.reason === 'amount_too_small'
  }

  /** Whether the subscription cannot be changed because its running period is not paid. */
  get isUnpaid(): boolean {
    return this.reason === unpaidReason
  }

  /** Whether the gateway account of the credentials does not have the object. */
  get isMissing(): boolean {
    return this.status === 404
  }

  /** Whether the credentials are rejected, or may not do this: an administrator has to repair them. The call did nothing. */
  get isUnauthorized(): boolean {
    return this.status === 401 || this.status === 403
  }

  /** Whether the same call may succeed later. The outcome of this one may then be unknown. */
  get isTransient(): boolean {
    return this.status === null || this.status === 429 || this.status === 409 || this.status >= 500
  }
}

/** Whether a call finds its object; false when the gateway account does not have it. Rejects with other errors. */
export const existsAtGateway = async (call: Promise<unknown>): Promise<boolean> => {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof GatewayError && error.isMissing) return false
    throw error
  }
}
