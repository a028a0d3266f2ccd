import { createHash } from 'node:crypto'
import type { Scope } from '../../tree/index.ts'
import { type ChunkRequest, readFields } from './parse-chunk-request.ts'

/** `<16 random characters>-<name>.part`, as the original web client names the parts of one upload. */
const randomPrefix = /^[A-Za-z0-9]{16}-/

/** Whether the sender tells this upload from others of the same name in the same place. */
export const isNamedUpload = (partName: string | null): boolean => partName !== null && randomPrefix.test(partName)

/** The upload a chunk without `upload_id` belongs to: same caller, place and name (API.md D9). */
export const legacyId = (scope: Scope, request: ChunkRequest, partName: string | null): string => {
  const prefix = partName && isNamedUpload(partName) ? partName.slice(0, 16) : ''
  const facts = [scope.actor.key, scope.ownerId, request.parentId, request.folders, request.name, prefix]
  const hex = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What is known of a chunk that was refused. */
export interface IdentifiedUpload {
  /** Its fields as sent, not checked. */
  fields: Record<string, unknown>
  /** The same as a request, where they were read. */
  request: ChunkRequest | null
  partName: string | null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The upload that a refused chunk belongs to; null where its fields do not tell. */
export const uploadIdOf = (scope: Scope, { fields, request, partName }: IdentifiedUpload): string | null => {
  const { upload_id: uploadId } = fields
  if (uploadId !== undefined) return uuid.test(String(uploadId)) ? String(uploadId).toLowerCase() : null
  try {
    return legacyId(scope, request ?? readFields(fields), partName)
  } catch {
    return null
  }
}
