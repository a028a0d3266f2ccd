import { createHash } from 'node:crypto'
import type { Scope } from '../../tree/index.ts'
import { type ChunkRequest, isUuid, parseChunkRequest } from './parse-chunk-request.ts'
import { type FoundSession, sessionTtlMs, wasClosedByOwner } from './sessions.ts'

/** `<16 random characters>-<name>.part`: how the original web client names the parts of one upload. */
const randomPrefix = /^[A-Za-z0-9]{16}-/

/** An upload without `upload_id` that was idle for longer is not resumed: the next chunk starts a new one. */
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

/** Whether a chunk without `upload_id` is the first one of another file, although an upload of that name is open. */
export const isAbandonedLegacyUpload = (
  session: FoundSession,
  request: ChunkRequest,
  partName: string | null,
): boolean => {
  if (request.uploadId !== null || (session.finished_at && !wasClosedByOwner(session))) return false
  const idleMs = sessionTtlMs - (session.expires_at.getTime() - session.read_at.getTime())
  return (
    (idleMs > idleTimeoutMs && !isNamedUpload(partName)) ||
    (request.offset === 0 && session.received_bytes > 0 && session.last_chunk_size !== session.received_bytes)
  )
}

/** What is known of a rejected chunk. */
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
