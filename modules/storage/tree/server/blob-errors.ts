import { AppError, BlobError } from '../../../platform/index.ts'
import { storageErrors } from './errors.ts'

/** A blob store's failure as the answer to its caller (API.md D8): 507, 503 worth a retry, 404. */
export const asAppError = (error: unknown): unknown => {
  if (!(error instanceof BlobError)) return error
  if (error.reason === 'full') return storageErrors.fail('disk-full', { cause: error })
  if (error.reason === 'missing') return storageErrors.fail('blob-missing', { cause: error })
  return storageErrors.fail('storage-unhealthy', { headers: { 'retry-after': '5' }, cause: error })
}

/** True where trying again cannot help: the upload is over. */
export const isTerminal = (error: unknown): boolean =>
  error instanceof AppError && error.status < 500 && error.status !== 409

export const offsetConflict = (expected: number) =>
  storageErrors.fail('offset-conflict', { body: { expected_offset: expected }, values: { offset: expected } })

/** Final errors of a chunk that leave the upload as it was before the chunk. */
const resumableCodes = new Set([
  'invalid-chunk',
  'ambiguous-chunk',
  'upload-restricted',
  'validation-failed',
  'invalid-request',
])

/** True where the upload that the chunk belongs to is over. */
export const endsSession = (error: unknown): boolean =>
  error instanceof AppError && isTerminal(error) && !resumableCodes.has(error.code) && error.status !== 429
