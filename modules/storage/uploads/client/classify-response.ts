import type { ResponseCode } from '../../../shared/contract.ts'
import type { ErrorResponse } from './api-response.ts'
import type { UploadFailure } from './types.ts'

/** Meaning of the error response to a chunk for its file. */
type ErrorClass =
  /** The chunk does not begin where the upload ends: send from this offset. */
  | { kind: 'continue'; offset: number }
  /** A problem outside of the file: wait and retry without a limit. */
  | { kind: 'wait' }
  /** An earlier attempt at this chunk still runs on the server: query the offset in a moment. */
  | { kind: 'busy' }
  /** A rejection that may be transient: counts towards the three attempts. */
  | { kind: 'retry' }
  /** The file has failed. `stop` stops the whole queue, since every other file would fail alike. */
  | { kind: 'rejected'; stop: boolean; signedOut: boolean }

/** The target accepts nothing any more: unlike a lack of space, this does not pass while the page is open. */
const endCodes: ReadonlySet<unknown> = new Set<ResponseCode>(['request-closed', 'request-not-found', 'share-not-found'])

/** Whether every other file would fail for the same reason, permanently. */
export const failsAllFiles = ({ code }: { code?: unknown }): boolean => endCodes.has(code)

/** Whether the server, or a proxy before it, accepts less than this tab knows. */
export const isBeyondLimits = ({ code, status }: UploadFailure): boolean =>
  status === 413 || code === 'file-type-not-allowed'

/** The folder that the request names by its id was deleted, or the uploader of a file request may not name it. */
const folderCodes: ReadonlySet<unknown> = new Set<ResponseCode>(['parent-not-found', 'item-not-found', 'not-owner'])

/** Whether the file may be stored all the same when its folder is named by its path. */
export const rejectsFolder = ({ body }: ErrorResponse): boolean => folderCodes.has(body.code)

const busyCode: ResponseCode = 'upload-busy'
const unanswered = new Set([0, 408, 425, 429, 502, 503, 504])

/** Whether an earlier attempt at the chunk still runs on the server. */
export const isChunkBusy = ({ body }: ErrorResponse): boolean => body.code === busyCode

/** Maps status and code to a class (D8, D27). */
export const classifyResponse = (response: ErrorResponse): ErrorClass => {
  const { status, body } = response
  const { code } = body
  if (unanswered.has(status)) return { kind: 'wait' }
  if (status === 409 && typeof body.expected_offset === 'number')
    return { kind: 'continue', offset: body.expected_offset }
  if (isChunkBusy(response)) return { kind: 'busy' }
  if (status === 401) return { kind: 'rejected', stop: true, signedOut: code === 'unauthenticated' }
  if (failsAllFiles(body) || code === 'share-locked' || status === 423 || status === 507)
    return { kind: 'rejected', stop: true, signedOut: false }
  if ([403, 404, 410, 413, 422, 500].includes(status)) return { kind: 'rejected', stop: false, signedOut: false }
  return { kind: 'retry' }
}

export const uploadFailureOf = ({ status, body }: ErrorResponse): UploadFailure => ({
  code: typeof body.code === 'string' ? body.code : status === 0 ? 'offline' : `http-${status}`,
  status,
  message: typeof body.message === 'string' ? body.message : null,
})
