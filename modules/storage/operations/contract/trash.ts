import { boolean, endpoint, object, optional, SuccessMessage, string, uuid } from '../../../shared/contract.ts'
import { itemsOrSelection, onConflict } from '../../tree/contract.ts'
import { Accepted } from './operations.ts'

/** Back to where each was, or home: when asked (`to_home`) or when that place is gone. `operation` undoes it. */
export const restoreItems = endpoint({
  method: 'POST',
  path: '/api/trash/restore',
  access: 'session',
  body: object({ to_home: optional(boolean()), ...itemsOrSelection, on_conflict: onConflict() }),
  response: { 200: object({ type: string(), message: string(), operation: uuid() }), 202: Accepted },
})

export const dumpTrash = endpoint({
  method: 'DELETE',
  path: '/api/trash/dump',
  access: 'session',
  response: { 200: SuccessMessage, 202: Accepted },
})
