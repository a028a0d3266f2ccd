import { array, endpoint, nullable, object, optional, uuid } from '../../../shared/contract.ts'
import { Item, itemsToPlace, onConflict, selectionErrors, targetErrors } from '../../tree/contract.ts'
import { Accepted, ConflictResult } from './operations.ts'

/**
 * Copies items into a folder of their owner (`to_id` null or absent: the root of the caller's own files, for own items only).
 * 201 with the copies and the operation that undoes it, or 202 above 500 items. A name that is taken becomes `name (1)`, unless `on_conflict` says otherwise.
 */
export const copyItems = endpoint({
  method: 'POST',
  path: '/api/copy',
  summary: 'Copy items into a folder',
  access: 'session',
  body: object({ to_id: optional(nullable(uuid())), ...itemsToPlace, on_conflict: onConflict() }),
  response: {
    201: object({ data: array(object({ data: Item })), operation: uuid(), result: ConflictResult }),
    202: Accepted,
  },
  errors: [
    ...selectionErrors,
    ...targetErrors,
    'storage.copy-into-itself',
    'storage.name-conflict',
    'storage.upload-restricted',
    'storage.create-folder-restricted',
    'storage.quota-exceeded',
    'storage.disk-full',
  ],
})
