import {
  boolean,
  endpoint,
  object,
  optional,
  SuccessMessage,
  string,
  timestamp,
  uuid,
} from '../../../shared/contract.ts'
import { itemsToPlace, onConflict, selectionErrors } from '../../tree/contract.ts'
import { Accepted, ConflictResult } from './operations.ts'

/**
 * Restores items to their former folders, or to the root with `to_home` and where the folder is gone. `operation` undoes
 * the restore.
 */
export const restoreItems = endpoint({
  method: 'POST',
  path: '/api/trash/restore',
  summary: 'Restore items from the trash',
  access: 'session',
  body: object({ to_home: optional(boolean()), ...itemsToPlace, on_conflict: onConflict() }),
  response: {
    200: object({ type: string(), message: string(), operation: uuid(), result: ConflictResult }),
    202: Accepted,
  },
  errors: [...selectionErrors, 'storage.not-in-trash', 'storage.max-depth-exceeded', 'storage.name-conflict'],
})

/** Empties the trash; with `until` (as in the summary), deletes only items that were trashed until then. */
export const dumpTrash = endpoint({
  method: 'DELETE',
  path: '/api/trash/dump',
  summary: 'Empty the trash',
  access: 'session',
  query: object({ until: optional(timestamp()) }),
  response: { 200: SuccessMessage, 202: Accepted },
  errors: ['storage.item-not-found'],
})
