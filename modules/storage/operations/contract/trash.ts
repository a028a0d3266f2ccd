import { boolean, endpoint, object, optional, SuccessMessage, string, uuid } from '../../../shared/contract.ts'
import { itemsOrSelection, onConflict, selectionErrors } from '../../tree/contract.ts'
import { Accepted } from './operations.ts'

/** Back to where each was, or home: when asked (`to_home`) or when that place is gone. `operation` undoes it. */
export const restoreItems = endpoint({
  method: 'POST',
  path: '/api/trash/restore',
  summary: 'Restore items from the trash',
  access: 'session',
  body: object({ to_home: optional(boolean()), ...itemsOrSelection, on_conflict: onConflict() }),
  response: { 200: object({ type: string(), message: string(), operation: uuid() }), 202: Accepted },
  errors: [...selectionErrors, 'storage.not-in-trash', 'storage.max-depth-exceeded'],
})

export const dumpTrash = endpoint({
  method: 'DELETE',
  path: '/api/trash/dump',
  summary: 'Empty the trash',
  access: 'session',
  response: { 200: SuccessMessage, 202: Accepted },
  errors: [],
})
