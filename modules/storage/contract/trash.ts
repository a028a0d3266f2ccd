import { boolean, endpoint, object, optional, SuccessMessage } from '../../shared/contract.ts'
import { itemsOrSelection } from './selection.ts'

/** Back to where each was, or home: when asked (`to_home`) or when that place is gone. */
export const restoreItems = endpoint({
  method: 'POST',
  path: '/api/trash/restore',
  access: 'session',
  body: object({ to_home: optional(boolean()), ...itemsOrSelection }),
  response: { 200: SuccessMessage },
})

export const dumpTrash = endpoint({
  method: 'DELETE',
  path: '/api/trash/dump',
  access: 'session',
  response: { 200: SuccessMessage },
})
