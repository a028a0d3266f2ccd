import {
  array,
  boolean,
  endpoint,
  nullable,
  object,
  optional,
  string,
  timestamp,
  uuid,
} from '../../../shared/contract.ts'
import {
  ItemRef,
  itemsOrSelection,
  maxItemsPerCall,
  onConflict,
  RemoveRef,
  Selection,
  selectionErrors,
  targetErrors,
} from '../../tree/contract.ts'
import { Accepted } from './operations.ts'

/** `to_id` null or missing: the root. */
export const moveItems = endpoint({
  method: 'POST',
  path: '/api/move',
  summary: 'Move items into a folder',
  access: 'session',
  body: object({ to_id: optional(nullable(uuid())), ...itemsOrSelection, on_conflict: onConflict() }),
  /** `items`: what moved. `operation` undoes it. 202: more than 500, which go on behind the answer. */
  response: {
    200: object({ type: string(), message: string(), items: array(ItemRef), operation: uuid() }),
    202: Accepted,
  },
  errors: [...selectionErrors, ...targetErrors, 'storage.move-into-itself'],
})

/** Trash, or with `force_delete` (items already in the trash only for good) for ever. */
export const removeItems = endpoint({
  method: 'POST',
  path: '/api/remove',
  summary: 'Move items to the trash, or delete them for good',
  access: 'session',
  body: object({
    items: optional(array(RemoveRef, { minItems: 1, maxItems: maxItemsPerCall })),
    selection: optional(Selection),
    force_delete: optional(boolean()),
  }),
  /** `deleted_at`: what the removed items now carry; null when they are gone for good. */
  response: { 200: object({ type: string(), message: string(), deleted_at: nullable(timestamp()) }), 202: Accepted },
  errors: [...selectionErrors, 'storage.not-in-trash'],
})
