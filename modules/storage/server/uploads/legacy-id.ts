import { createHash } from 'node:crypto'
import type { Scope } from '../scope.ts'
import type { ChunkRequest } from './fields.ts'

/** `<16 random characters>-<name>.part`, as the original web client names the parts of one upload. */
const randomPrefix = /^[A-Za-z0-9]{16}-/

/** Whether the sender tells this upload from others of the same name in the same place. */
export const isNamedUpload = (partName: string | null): boolean => partName !== null && randomPrefix.test(partName)

/** The upload a chunk without `upload_id` belongs to: same caller, place and name (API.md D9). */
export const legacyId = (scope: Scope, request: ChunkRequest, partName: string | null): string => {
  const prefix = partName && isNamedUpload(partName) ? partName.slice(0, 16) : ''
  const facts = [scope.actor.key, scope.payer, request.parentId, request.folders, request.name, prefix]
  const hex = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
