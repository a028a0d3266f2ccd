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
  itemsToPlace,
  maxItemsPerCall,
  onConflict,
  RemoveRef,
  Selection,
  selectionErrors,
  targetErrors,
} from '../../tree/contract.ts'
import { Accepted, ConflictResult } from './operations.ts'

/** Moves items into a folder; `to_id` null or absent: the root of the caller's own files, for own items only. */
export const moveItems = endpoint({
  method: 'POST',
  path: '/api/move',
  summary: 'Move items into a folder',
  access: 'session',
  body: object({ to_id: optional(nullable(uuid())), ...itemsToPlace, on_conflict: onConflict() }),
  /** 200: the moved items and the operation that undoes the move. 202 above 500 items, moved in the background. */
  response: {
    200: object({
      type: string(),
      message: string(),
      items: array(ItemRef),
      operation: uuid(),
      result: ConflictResult,
    }),
    202: Accepted,
  },
  errors: [...selectionErrors, ...targetErrors, 'storage.move-into-itself', 'storage.name-conflict'],
})

/** Trashes items, or deletes items with `force_delete` permanently. Items in the trash require `force_delete`. */
export const removeItems = endpoint({
  method: 'POST',
  path: '/api/remove',
  summary: 'Move items to the trash, or delete them permanently',
  access: 'session',
  body: object({
    items: optional(array(RemoveRef, { minItems: 1, maxItems: maxItemsPerCall })),
    selection: optional(Selection),
    force_delete: optional(boolean()),
  }),
  /**
   * 200: `deleted_at` of the trashed items and the operation that undoes the removal; null when all were deleted
   * permanently. 202 above 500 items, removed in the background.
   */
  response: {
    200: object({
      type: string(),
      message: string(),
      deleted_at: nullable(timestamp()),
      operation: nullable(uuid()),
    }),
    202: Accepted,
  },
  errors: [...selectionErrors, 'storage.not-in-trash'],
})
