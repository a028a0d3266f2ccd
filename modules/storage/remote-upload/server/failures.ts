import { AppError, EgressError } from '../../../platform/index.ts'
import type { ResponseCode } from '../../../shared/contract.ts'
import { isPermanentError } from '../../tree/index.ts'
import type { RemoteReason } from '../contract.ts'

/** Thrown when a URL yields no file. */
export class RemoteFailure extends Error {
  readonly reason: RemoteReason
  constructor(reason: RemoteReason, cause?: unknown) {
    super(`remote upload: ${reason}`, { cause })
    this.reason = reason
  }
}

const minRetryDelaySeconds = 3
const transientReasons: ReadonlySet<RemoteReason> = new Set(['interrupted', 'invalid-response'])

/** Whether a retry may succeed. */
export const isTransientFailure = ({ reason }: RemoteFailure): boolean => transientReasons.has(reason)

/** Whether this server failed (such as a lost database), not the remote one: a retry in a moment may succeed. */
export const isServerFault = ({ reason, cause }: RemoteFailure): boolean =>
  reason === 'internal' && !isPermanentError(cause)

/** Whether only other uploads were in the way (409, 429): the URL waits for its turn, however long it takes. */
export const isBlocked = ({ cause }: RemoteFailure): boolean =>
  cause instanceof AppError && (cause.status === 409 || cause.status === 429)

/** Seconds to wait before a URL that a server fault stopped is fetched again. */
export const retryDelayOf = ({ cause }: RemoteFailure): number =>
  Math.max(minRetryDelaySeconds, Number((cause instanceof AppError && cause.extras.headers?.['retry-after']) || 0))

/** Reasons that are shown for the error codes of responses. */
export type ReasonByCode = Readonly<Partial<Record<ResponseCode, RemoteReason>>>

const reasonByCode: ReasonByCode = {
  'too-large': 'too-large',
  'quota-exceeded': 'quota-exceeded',
  'file-type-not-allowed': 'file-type-not-allowed',
  'empty-file': 'empty-file',
  'parent-not-found': 'parent-not-found',
  'item-not-found': 'parent-not-found',
  'upload-restricted': 'forbidden',
  forbidden: 'forbidden',
  'disk-full': 'disk-full',
  'offset-conflict': 'interrupted',
  'invalid-chunk': 'interrupted',
  'size-mismatch': 'interrupted',
  'upload-not-found': 'interrupted',
}

/** Maps any error to a reason that is shown to people. `more`: reasons for error codes of other modules. */
export const remoteFailureOf = (error: unknown, more: ReasonByCode = {}): RemoteFailure => {
  if (error instanceof RemoteFailure) return error
  if (error instanceof EgressError)
    return new RemoteFailure(error.reason === 'cancelled' ? 'interrupted' : error.reason, error)
  const code = error instanceof AppError ? (error.code as ResponseCode) : undefined
  const reason = code && (reasonByCode[code] ?? more[code])
  return new RemoteFailure(reason ?? 'internal', error)
}

/** Maps a response status other than 2xx to a failure. */
export const failureOfStatus = (status: number): RemoteFailure => {
  if (status === 404 || status === 410) return new RemoteFailure('not-found')
  return new RemoteFailure([401, 402, 403, 407, 451].includes(status) ? 'denied' : 'invalid-response')
}
