import { AppError, BlobError } from '../../../platform/index.ts'
import type { ResponseCode } from '../../../shared/contract.ts'
import { storageErrors } from './errors.ts'

/** Maps an error of the blob store to 507, 404 or 503 with Retry-After (D8); returns other errors unchanged. */
export const asAppError = (error: unknown): unknown => {
  if (!(error instanceof BlobError)) return error
  if (error.reason === 'full') return storageErrors.fail('disk-full', { cause: error })
  if (error.reason === 'missing') return storageErrors.fail('blob-missing', { cause: error })
  return storageErrors.fail('storage-unhealthy', { cause: error })
}

/**
 * Like `asAppError`, for a call that stores bytes: 503 instead of 404. The missing blob is then a staged file, or the part
 * of it that a store has received, and the next attempt finds out how much of the upload is left.
 */
export const asUploadError = (error: unknown): unknown =>
  asAppError(error instanceof BlobError && error.reason === 'missing' ? new BlobError('unhealthy', error) : error)

/** True for errors of the request itself, 409 apart. */
export const isTerminalError = (error: unknown): boolean =>
  error instanceof AppError && error.status < 500 && error.status !== 409

/** True for errors of the request itself that a repeated request gets too: 409 and 429 may be over by then. */
export const isPermanentError = (error: unknown): boolean =>
  error instanceof AppError && isTerminalError(error) && error.status !== 429

export const offsetConflict = (expected: number) =>
  storageErrors.fail('offset-conflict', { body: { expected_offset: expected }, values: { offset: expected } })

/** Terminal errors of a chunk after which the upload can continue. */
const resumableCodes: ReadonlySet<string> = new Set<ResponseCode>([
  'invalid-chunk',
  'ambiguous-chunk',
  'upload-restricted',
  'validation-failed',
  'invalid-request',
])

/** True when the error of a chunk also ends its upload session. */
export const endsSession = (error: unknown): boolean =>
  error instanceof AppError && isPermanentError(error) && !resumableCodes.has(error.code)
