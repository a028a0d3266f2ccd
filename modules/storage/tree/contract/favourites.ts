import { array, endpoint, object, SuccessMessage, uuid } from '../../../shared/contract.ts'
import { maxItemsPerCall } from './item.ts'

export const addFavourites = endpoint({
  method: 'POST',
  path: '/api/favourites',
  summary: 'Add folders to the favourites',
  access: 'session',
  body: object({ ids: array(uuid(), { minItems: 1, maxItems: maxItemsPerCall }) }),
  response: { 201: SuccessMessage },
  errors: ['storage.item-not-found', 'storage.folder-only'],
})

/** These favourites of the caller in this order, on the places they have now. Errors: 404 when one is none of theirs. */
export const orderFavourites = endpoint({
  method: 'PATCH',
  path: '/api/favourites',
  summary: 'Put favourites into another order',
  access: 'session',
  body: object({ ids: array(uuid(), { minItems: 1, maxItems: maxItemsPerCall }) }),
  response: { 200: SuccessMessage },
  errors: ['storage.item-not-found'],
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/favourites/:id',
  summary: 'Remove a favourite',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 200: SuccessMessage },
  errors: ['storage.item-not-found'],
})
