import { crc32 } from 'node:zlib'
import { AppError, type Db } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import { asAppError, offsetConflict, storageErrors } from '../../tree/index.ts'
import type { UploadsDeps } from './deps.ts'
import type { ChunkRequest } from './parse-chunk-request.ts'
import { type ChunkBody, discardRest } from './request-body.ts'
import { findSession, type UploadSessionRow, wasClosedByOwner } from './sessions.ts'
import { fileOutcome, partialOutcome, repeatedOutcome, type UploadOutcome } from './upload-outcome.ts'

/** Size and CRC-32 of a chunk's bytes; the CRC-32 only where it may be compared. */
export interface ChunkSum {
  size: number
  crc: number | null
}

export const crc32Of = async (pieces: AsyncIterable<Buffer>): Promise<number> => {
  let crc = 0
  for await (const piece of pieces) crc = crc32(piece, crc)
  return crc
}

/** Acknowledges a chunk of `size` bytes that lies within the received bytes; any other one conflicts with the offset. */
export const acknowledgeReceived = (
  session: UploadSessionRow,
  offset: number,
  { last }: ChunkRequest,
  size: number,
): UploadOutcome => {
  if (last || offset + size > session.received_bytes) throw offsetConflict(session.received_bytes)
  return partialOutcome(session)
}

/** Acknowledges a chunk of `size` bytes of a finished upload with an `upload_id`. 409 for one that is no part of it. */
export const acknowledgeFinished = async (
  db: Db,
  scope: Scope,
  session: UploadSessionRow,
  request: ChunkRequest,
  size: number,
): Promise<UploadOutcome> => {
  const end = (request.offset ?? session.received_bytes - size) + size
  const isOther = request.last && request.offset === null && size !== session.last_chunk_size
  if (isOther || end > session.received_bytes || (request.last && end !== session.received_bytes))
    throw offsetConflict(session.received_bytes)
  return request.last ? fileOutcome(db, scope, session) : partialOutcome(session)
}

/** Whether everything that the request says of its chunk and its file is also true of the finished upload. */
export const endsSameFile = async (
  db: Db,
  { received_bytes: stored, last_chunk_size: lastSize, staging_key: key }: UploadSessionRow,
  { last, total, offset, sha256 }: ChunkRequest,
  size: number,
): Promise<boolean> => {
  if (!last || size !== lastSize || (total ?? stored) !== stored || (offset ?? stored - size) + size !== stored)
    return false
  if (sha256 === null) return true
  const [blob] = await db.query<{ sha256: Buffer }>('select sha256 from blobs where key = $1', [key])
  return blob?.sha256.equals(sha256) ?? false
}

/** Whether a chunk without an offset would pass the end of the file, and has the size of the chunk before it. */
export const fitsOnlyAsRepeat = (
  session: UploadSessionRow,
  { last, offset, total }: ChunkRequest,
  { length }: Pick<ChunkBody, 'length'>,
): boolean => {
  const size = session.total_size ?? total
  if (last || offset !== null || session.last_chunk_crc32 === null || size === null || length === null) return false
  return length === session.last_chunk_size && session.received_bytes + length > size
}

/** Acknowledges the chunk that was received last. 422 for other bytes. */
export const acknowledgeLast = async (session: UploadSessionRow, { pieces }: ChunkBody): Promise<UploadOutcome> => {
  if ((await crc32Of(pieces)) !== session.last_chunk_crc32) throw storageErrors.fail('size-mismatch')
  return partialOutcome(session)
}

/**
 * Whether a chunk without an offset repeats the chunk received last, by its size and CRC-32. 422 where the size of the file
 * is unknown: with it, the end of the file reveals a mistake; without it, a file of the wrong size could be stored (D40).
 */
export const repeatsLast = (session: UploadSessionRow, request: ChunkRequest, { size, crc }: ChunkSum): boolean => {
  if (request.offset !== null || request.last || session.received_bytes === 0) return false
  if (session.last_chunk_size !== size || session.last_chunk_crc32 !== crc) return false
  if ((session.total_size ?? request.total) === null) throw storageErrors.fail('ambiguous-chunk')
  return !isUniform(size, crc) || fitsOnlyAsRepeat(session, request, { length: size })
}

/**
 * The outcome of a chunk of which only size and CRC-32 are known, where it repeats a received chunk; null where it does not.
 * 409 with the offset reached where a part of it was received.
 */
export const repeatedOutcomeOf = async (
  deps: Pick<UploadsDeps, 'db' | 'folders'>,
  scope: Scope,
  session: UploadSessionRow,
  request: ChunkRequest,
  sum: ChunkSum,
): Promise<UploadOutcome | null> => {
  const { offset, uploadId } = request
  if (session.finished_at === null) {
    if (offset !== null && offset < session.received_bytes)
      return acknowledgeReceived(session, offset, request, sum.size)
    return repeatsLast(session, request, sum) ? partialOutcome(session) : null
  }
  if (uploadId !== null) return acknowledgeFinished(deps.db, scope, session, request, sum.size)
  if (sum.crc !== session.last_chunk_crc32 || !(await endsSameFile(deps.db, session, request, sum.size))) return null
  return repeatedOutcome(deps, scope, session, request)
}

/** Rejections by an account, a folder or a disk that may have changed since a repeated call stored its file. */
const changeableStatuses: ReadonlySet<number> = new Set([401, 404, 423, 507])

/** The file of a rejected call with a whole file of `size` bytes that repeats a finished upload; else throws `error`. */
export const findStoredOrThrow = async (
  error: unknown,
  db: Db,
  scope: Scope,
  { id, size }: { id: string; size: number | null },
): Promise<UploadOutcome> => {
  const appError = asAppError(error)
  if (!(appError instanceof AppError) || !changeableStatuses.has(appError.status)) throw error
  const session = await findSession(db, scope.actor.key, id)
  const isStored = session?.finished_at && !wasClosedByOwner(session) && session.owner_id === scope.ownerId
  if (!isStored || session.received_bytes !== size) throw error
  return fileOutcome(db, scope, session)
}

/** Bytes of a body. One whose length is not known is read to its end. */
export const bodyBytesOf = async ({ length, pieces }: ChunkBody): Promise<number> => length ?? discardRest(pieces)

const uniformBuffers = [0x00, 0xff].map((byte) => Buffer.alloc(64 << 10, byte))

/**
 * Whether the chunk is all zeros or all ones, as long runs in disk images are. Such a chunk equals the one before it
 * without being a repeat.
 */
const isUniform = (size: number, crc: number | null): boolean =>
  uniformBuffers.some((buffer) => {
    let sum = 0
    for (let left = size; left > 0; left -= buffer.length)
      sum = crc32(left < buffer.length ? buffer.subarray(0, left) : buffer, sum)
    return sum === crc
  })
