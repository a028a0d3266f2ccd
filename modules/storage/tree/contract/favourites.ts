import { array, endpoint, object, SuccessMessage, uuid } from '../../../shared/contract.ts'
import { maxItemsPerCall } from './item.ts'

export const addFavourites = endpoint({
  method: 'POST',
  path: '/api/favourites',
  access: 'session',
  body: object({ ids: array(uuid(), { minItems: 1, maxItems: maxItemsPerCall }) }),
  response: { 201: SuccessMessage },
})

/** These favourites of the caller in this order, on the places they have now. Errors: 404 when one is none of theirs. */
export const orderFavourites = endpoint({
  method: 'PATCH',
  path: '/api/favourites',
  access: 'session',
  body: object({ ids: array(uuid(), { minItems: 1, maxItems: maxItemsPerCall }) }),
  response: { 200: SuccessMessage },
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/favourites/:id',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 200: SuccessMessage },
})
