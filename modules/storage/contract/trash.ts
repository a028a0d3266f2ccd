import { boolean, endpoint, object, optional, SuccessMessage } from '../../shared/contract.ts'
import { Accepted } from './operations.ts'
import { itemsOrSelection } from './selection.ts'

/** Back to where each was, or home: when asked (`to_home`) or when that place is gone. */
export const restoreItems = endpoint({
  method: 'POST',
  path: '/api/trash/restore',
  access: 'session',
  body: object({ to_home: optional(boolean()), ...itemsOrSelection }),
  response: { 200: SuccessMessage, 202: Accepted },
})

export const dumpTrash = endpoint({
  method: 'DELETE',
  path: '/api/trash/dump',
  access: 'session',
  response: { 200: SuccessMessage, 202: Accepted },
})
