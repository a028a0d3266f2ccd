import {
  endpoint,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  single,
  string,
  uuid,
} from '../../../shared/contract.ts'
import { folderColors } from '../../../web/contract.ts'
import { nameErrors, targetErrors } from './errors.ts'
import { Item, ItemEmoji } from './item.ts'

const name = () => string({ minLength: 1, maxLength: 1_024 })
/** A name of the palette; null is the brand color. */
const color = () => optional(nullable(string({ pattern: `^(?:${folderColors.join('|')})$` })))

export const CreateFolder = object({
  name: name(),
  parent_id: optional(nullable(uuid())),
  color: color(),
  emoji: optional(nullable(ItemEmoji)),
  /**
   * `merge`, for folders of an upload: returns an existing folder of that name unchanged, and outer spaces of the name stay.
   * Otherwise they are left out, and the new folder's name is numbered.
   */
  on_conflict: optional(oneOf(['merge', 'keep-both'])),
})
export type CreateFolder = Static<typeof CreateFolder>

export const createFolder = endpoint({
  method: 'POST',
  path: '/api/create-folder',
  summary: 'Create a folder',
  access: 'session',
  body: CreateFolder,
  response: { 201: single(Item) },
  errors: [
    ...nameErrors,
    ...targetErrors,
    'storage.forbidden',
    'storage.emoji-unknown',
    'storage.create-folder-restricted',
    'storage.disk-full',
  ],
})

export const RenameItem = object({
  /** Absent: the name stays (only color or emoji change). */
  name: optional(name()),
  type: optional(string({ maxLength: 20 })),
  color: color(),
  emoji: optional(nullable(ItemEmoji)),
})
export type RenameItem = Static<typeof RenameItem>

export const renameItem = endpoint({
  method: 'PATCH',
  path: '/api/rename/:id',
  summary: 'Rename an item, or change its color or emoji',
  access: 'session',
  params: object({ id: uuid() }),
  body: RenameItem,
  response: { 200: single(Item) },
  errors: [
    ...nameErrors,
    'storage.item-not-found',
    'storage.forbidden',
    'storage.emoji-unknown',
    'storage.folder-only',
    'storage.file-type-not-allowed',
  ],
})
