import { AppError, EgressError } from '../../../platform/index.ts'
import type { RemoteReason } from '../contract.ts'

/** An address that gives no file. */
export class RemoteFailure extends Error {
  readonly reason: RemoteReason
  constructor(reason: RemoteReason, cause?: unknown) {
    super(`remote upload: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Another try may go better. */
const passing: ReadonlySet<RemoteReason> = new Set(['interrupted', 'bad-answer'])
export const isPassing = ({ reason }: RemoteFailure): boolean => passing.has(reason)

/** No refusal but a fault on our side, such as a database that is away: it may be over in a moment. */
export const isOurFault = ({ reason, cause }: RemoteFailure): boolean =>
  reason === 'internal' && !(cause instanceof AppError && cause.status < 500)

const reasons: Record<string, RemoteReason> = {
  'too-large': 'too-large',
  'quota-exceeded': 'quota-exceeded',
  'blacklisted-type': 'blacklisted-type',
  'empty-file': 'empty-file',
  'parent-not-found': 'parent-not-found',
  'item-not-found': 'parent-not-found',
  'upload-restricted': 'not-allowed',
  'not-allowed': 'not-allowed',
  'disk-full': 'disk-full',
  'offset-conflict': 'interrupted',
  'bad-chunk': 'interrupted',
  'too-many-bytes': 'interrupted',
  'upload-not-found': 'interrupted',
}

/** Whatever went wrong as one of the reasons people are told; `more`: what other modules' refusals mean. */
export const failureOf = (error: unknown, more: Readonly<Record<string, RemoteReason>> = {}): RemoteFailure => {
  if (error instanceof RemoteFailure) return error
  if (error instanceof EgressError)
    return new RemoteFailure(error.reason === 'cancelled' ? 'interrupted' : error.reason, error)
  const known = error instanceof AppError ? (reasons[error.code] ?? more[error.code]) : undefined
  return new RemoteFailure(known ?? 'internal', error)
}

/** What a status other than 2xx means. */
export const failureOfStatus = (status: number): RemoteFailure => {
  if (status === 404 || status === 410) return new RemoteFailure('not-found')
  return new RemoteFailure([401, 402, 403, 407, 451].includes(status) ? 'denied' : 'bad-answer')
}
