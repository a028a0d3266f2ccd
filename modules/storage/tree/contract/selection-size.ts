import { endpoint, integer, object } from '../../../shared/contract.ts'
import { selectionErrors } from './errors.ts'
import { itemsOrSelection } from './selection.ts'

/** Bytes of the selected files and folders, as listings show them. */
export const measureSelection = endpoint({
  method: 'POST',
  path: '/api/items/size',
  summary: 'Add up the sizes of selected items',
  access: 'session',
  scope: 'read',
  body: object(itemsOrSelection),
  response: { 200: object({ data: object({ size: integer() }) }) },
  errors: [...selectionErrors],
})
