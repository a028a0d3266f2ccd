import {
  array,
  boolean,
  endpoint,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  single,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'
import { folderColors } from '../../web/contract.ts'
import { Emoji, Item, ItemRef, maxItemsPerCall } from './item.ts'
import { Accepted } from './operations.ts'
import { itemsOrSelection, onConflict, RemoveRef, Selection } from './selection.ts'

const name = () => string({ minLength: 1, maxLength: 1_024 })
/** Names of the palette; null is the brand's colour. */
const color = () => optional(nullable(string({ pattern: `^(?:${folderColors.join('|')})$` })))

export const CreateFolder = object({
  name: name(),
  parent_id: optional(nullable(uuid())),
  color: color(),
  emoji: optional(nullable(Emoji)),
  /** `merge`: a folder of that name that is there already is the answer, as it is. Without it the new one is numbered. */
  on_conflict: optional(oneOf(['merge'])),
})
export type CreateFolder = Static<typeof CreateFolder>

export const createFolder = endpoint({
  method: 'POST',
  path: '/api/create-folder',
  access: 'session',
  body: CreateFolder,
  response: { 201: single(Item) },
})

export const RenameItem = object({
  /** Missing: the name stays (a change of colour or emoji alone). */
  name: optional(name()),
  type: optional(string({ maxLength: 20 })),
  color: color(),
  emoji: optional(nullable(Emoji)),
})
export type RenameItem = Static<typeof RenameItem>

export const renameItem = endpoint({
  method: 'PATCH',
  path: '/api/rename/:id',
  access: 'session',
  params: object({ id: uuid() }),
  body: RenameItem,
  response: { 200: single(Item) },
})

/** `to_id` null or missing: the root. */
export const moveItems = endpoint({
  method: 'POST',
  path: '/api/move',
  access: 'session',
  body: object({ to_id: optional(nullable(uuid())), ...itemsOrSelection, on_conflict: onConflict() }),
  /** `items`: what moved. `operation` undoes it. 202: more than 500, which go on behind the answer. */
  response: {
    200: object({ type: string(), message: string(), items: array(ItemRef), operation: uuid() }),
    202: Accepted,
  },
})

/** Trash, or with `force_delete` (items already in the trash only for good) for ever. */
export const removeItems = endpoint({
  method: 'POST',
  path: '/api/remove',
  access: 'session',
  body: object({
    items: optional(array(RemoveRef, { minItems: 1, maxItems: maxItemsPerCall })),
    selection: optional(Selection),
    force_delete: optional(boolean()),
  }),
  /** `deleted_at`: what the removed items now carry; null when they are gone for good. */
  response: { 200: object({ type: string(), message: string(), deleted_at: nullable(timestamp()) }), 202: Accepted },
})
