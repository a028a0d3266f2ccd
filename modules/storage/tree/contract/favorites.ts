import { array, endpoint, object, SuccessMessage, uuid } from '../../../shared/contract.ts'
import { Item, maxItemsPerCall } from './item.ts'

export const listFavorites = endpoint({
  method: 'GET',
  path: '/api/favourites',
  summary: 'List the favorites',
  access: 'session',
  response: { 200: object({ data: array(object({ data: Item })) }) },
  errors: [],
})

export const addFavorites = endpoint({
  method: 'POST',
  path: '/api/favourites',
  summary: 'Add folders to the favorites',
  access: 'session',
  body: object({ ids: array(uuid(), { minItems: 1, maxItems: maxItemsPerCall }) }),
  response: { 201: SuccessMessage },
  errors: ['storage.item-not-found', 'storage.folder-only'],
})

/** Reorders these favorites among the positions they occupy now. 404 when one is not a favorite of the caller. */
export const orderFavorites = endpoint({
  method: 'PATCH',
  path: '/api/favourites',
  summary: 'Put favorites into another order',
  access: 'session',
  body: object({ ids: array(uuid(), { minItems: 1, maxItems: maxItemsPerCall }) }),
  response: { 200: SuccessMessage },
  errors: ['storage.item-not-found'],
})

export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/api/favourites/:id',
  summary: 'Remove a favorite',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 200: SuccessMessage },
  errors: ['storage.item-not-found'],
})
