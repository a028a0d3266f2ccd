import { createHash } from 'node:crypto'
import { isUuid } from '../../../shared/contract.ts'
import type { Scope } from '../../tree/index.ts'
import { type ChunkRequest, parseChunkRequest } from './parse-chunk-request.ts'
import { fitsOnlyAsRepeat } from './repeated-chunks.ts'
import type { ChunkBody } from './request-body.ts'
import { type FoundSession, sessionTtlMs, wasClosedByOwner } from './sessions.ts'

/** `<16 random characters>-<name>.part`: how the original web client names the parts of one upload. */
const randomPrefix = /^[A-Za-z0-9]{16}-/

/** The next chunk of an upload without `upload_id` that was idle for longer may be the first one of another file. */
const idleTimeoutMs = 15 * 60_000

/** Whether the part name distinguishes this upload from others of the same name in the same folder. */
const isNamedUpload = (partName: string | null): boolean => partName !== null && randomPrefix.test(partName)

/** Id of the upload that a chunk without `upload_id` belongs to: same caller, folder and name (D9). */
export const legacyId = (scope: Scope, request: ChunkRequest, partName: string | null): string => {
  const prefix = partName && isNamedUpload(partName) ? partName.slice(0, 16) : ''
  const key = [scope.actor.key, scope.ownerId, request.parentId, request.folders, request.name, prefix]
  const hex = createHash('sha256').update(JSON.stringify(key)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Effect of a chunk without `upload_id` on an upload of its name: it continues the upload, or begins another file in place
 * of it. `unknown`: it may be either, and because it has no size, a file could be stored without its beginning.
 */
type LegacyContinuation = 'continues' | 'restarts' | 'unknown'

/**
 * Effect of a chunk on an upload. A chunk that comes soon after the last one continues the upload, unless its offset says
 * otherwise.
 */
export const continuationOfUpload = (
  session: FoundSession,
  request: ChunkRequest,
  { partName, length }: Pick<ChunkBody, 'partName' | 'length'>,
): LegacyContinuation => {
  const isClosed = wasClosedByOwner(session)
  if (request.uploadId !== null || (session.finished_at && !isClosed)) return 'continues'
  const { received_bytes: received, total_size: total } = session
  if (request.offset === 0 && received > 0 && session.last_chunk_size !== received) return 'restarts'
  const idleMs = sessionTtlMs - (session.expires_at.getTime() - session.read_at.getTime())
  if (idleMs <= idleTimeoutMs || isNamedUpload(partName) || (request.offset ?? 0) > 0) return 'continues'
  // Where the size is known, another file that lacks bytes is not stored.
  if (received === 0 || request.offset === 0 || (request.total !== null && request.total !== total)) return 'restarts'
  if (isClosed || total === null) return request.total === null ? 'unknown' : 'restarts'
  const end = received + (length ?? 0)
  const fits = request.last && length !== null ? end === total : end <= total
  if (fits || fitsOnlyAsRepeat(session, request, { length })) return 'continues'
  return request.total === null ? 'unknown' : 'restarts'
}

/** The known part of a rejected chunk. */
export interface RejectedChunk {
  /** Its fields as sent, not validated. */
  fields: Record<string, unknown>
  /** The parsed request; null where parsing failed. */
  request: ChunkRequest | null
  partName: string | null
}

/** The upload that a rejected chunk belongs to; null where its fields do not identify one. */
export const uploadIdOf = (scope: Scope, { fields, request, partName }: RejectedChunk): string | null => {
  const { upload_id: uploadId } = fields
  if (uploadId !== undefined) return isUuid(String(uploadId)) ? String(uploadId).toLowerCase() : null
  try {
    return legacyId(scope, request ?? parseChunkRequest(fields), partName)
  } catch {
    return null
  }
}
