import {
  array,
  endpoint,
  integer,
  listQuery,
  nullable,
  object,
  optional,
  Paginate,
  type Static,
  string,
  timestamp,
  uuid,
} from '../../../shared/contract.ts'
import { pageErrors } from './errors.ts'
import { Item, ItemEmoji } from './item.ts'
import { maxNameBytes } from './limits.ts'

/** A folder's uuid, or `all` for the root. */
export const folderParam = object({ id: string({ maxLength: 40 }) })
/** A folder above an item. `badges`: names of its annotations (`members`), for the owner and where there are any. */
export const ParentRef = object({
  id: uuid(),
  name: string(),
  color: nullable(string()),
  emoji: nullable(ItemEmoji),
  badges: optional(array(string())),
})
export type ParentRef = Static<typeof ParentRef>
/** A folder above an item, with its annotations and their names (`shared`). */
export const Ancestor = object({
  ...ParentRef.properties,
  badges: array(string()),
  relationships: Item.properties.relationships,
})
export type Ancestor = Static<typeof Ancestor>

/**
 * `meta.path`: the folders above `meta.root`, topmost first. `meta.until`, for `selection`: when the rows were read, missing
 * without rows; at the root of the trash, when the last of the items was trashed, 1970 when it is empty.
 */
export const Listing = object({
  data: array(object({ data: Item })),
  meta: object({
    root: nullable(object({ data: Item })),
    path: array(ParentRef),
    paginate: Paginate,
    until: optional(timestamp()),
  }),
})
export type Listing = Static<typeof Listing>

/**
 * `at`: offset (from 0) of the first row, for jumps of the scrollbar. `around`: the page with this item in its middle;
 * 404 when the item is not in the list. `starting_with`: the page around the first item, by name, whose name begins so; 404
 * for none; not in lists of several folders. `paginate.from` is the offset of the page's first row.
 */
export const FolderQuery = object({
  ...listQuery,
  at: optional(integer({ minimum: 0, maximum: 1_000_000_000 })),
  around: optional(uuid()),
  starting_with: optional(string({ minLength: 1, maxLength: maxNameBytes })),
})
export type FolderQuery = Static<typeof FolderQuery>

export const browseFolder = endpoint({
  method: 'GET',
  path: '/api/browse/folders/:id',
  summary: 'List a folder',
  access: 'session',
  params: folderParam,
  query: FolderQuery,
  response: { 200: Listing },
  errors: [...pageErrors],
})

/** The newest 1,000 files, newest first: 422 for another order. `meta.root` is null. */
export const browseLatest = endpoint({
  method: 'GET',
  path: '/api/browse/latest',
  summary: 'List the newest files',
  access: 'session',
  query: FolderQuery,
  response: { 200: Listing },
  errors: ['storage.fixed-order', ...pageErrors],
})

export const browseTrash = endpoint({
  method: 'GET',
  path: '/api/browse/trash/:id',
  summary: 'List the trash, or a folder in it',
  access: 'session',
  params: folderParam,
  query: FolderQuery,
  response: { 200: Listing },
  errors: [...pageErrors],
})

/** One item, the folders above it (topmost first) and, for a folder, the number of files in its tree. */
export const showItem = endpoint({
  method: 'GET',
  path: '/api/items/:id',
  summary: 'Read one item with its location',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 200: object({ data: Item, meta: object({ path: array(Ancestor), files: nullable(integer()) }) }) },
  errors: ['storage.item-not-found'],
})

/**
 * Counts the items that emptying the trash would delete, for the confirmation dialog. `until`: when the last item was
 * trashed; 1970 when the trash is empty.
 */
export const trashSummary = endpoint({
  method: 'GET',
  path: '/api/trash/summary',
  summary: 'Count the items in the trash',
  access: 'session',
  response: {
    200: object({
      items: integer(),
      files: integer(),
      size: integer(),
      retention_days: integer(),
      until: timestamp(),
    }),
  },
  errors: [],
})
