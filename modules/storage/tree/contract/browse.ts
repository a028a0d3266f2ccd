import {
  array,
  boolean,
  endpoint,
  integer,
  listQuery,
  nullable,
  object,
  optional,
  Paginate,
  type Static,
  string,
  unknown,
  uuid,
} from '../../../shared/contract.ts'
import { pageErrors } from './errors.ts'
import { Emoji, Item } from './item.ts'

/** A folder's uuid, or `all` for the root. */
const folderParam = object({ id: string({ maxLength: 40 }) })
export const ParentRef = object({ id: uuid(), name: string(), color: nullable(string()), emoji: nullable(Emoji) })
export type ParentRef = Static<typeof ParentRef>
/** A folder above an item, with the names of its badges (`shared`). */
export const Ancestor = object({ ...ParentRef.properties, badges: array(string()) })
export type Ancestor = Static<typeof Ancestor>

/** `meta.path`: the folders above `meta.root`, topmost first. */
export const Listing = object({
  data: array(object({ data: Item })),
  meta: object({ root: nullable(object({ data: Item })), path: array(ParentRef), paginate: Paginate }),
})
export type Listing = Static<typeof Listing>

/**
 * `at`: start at this position (from 0) of the whole list, for a jump of the scrollbar. `around`: the stretch with this
 * item in its middle, 404 when it is not in the list; `paginate.from` tells where that is.
 */
export const FolderQuery = object({
  ...listQuery,
  at: optional(integer({ minimum: 0, maximum: 1_000_000_000 })),
  around: optional(uuid()),
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

export interface TreeNode {
  id: string
  parent_id: string | null
  name: string
  color: string | null
  emoji: { char: string; codes?: string } | null
  items: number
  team_folder: boolean
  folders: TreeNode[]
}
/** Nodes nest; `folders` holds TreeNode again. */
export const Tree = object({
  location: string(),
  name: string(),
  isMovable: boolean(),
  isOpen: boolean(),
  folders: array(unknown()),
})
export interface NavigationTree {
  location: string
  name: string
  isMovable: boolean
  isOpen: boolean
  folders: TreeNode[]
}

/** Three roots (API.md §6): files, team-folders, shared-with-me. */
export const browseNavigation = endpoint({
  method: 'GET',
  path: '/api/browse/navigation',
  summary: 'Read the tree of folders',
  access: 'session',
  response: { 200: array(Tree) },
  errors: [],
})

/** A folder of one level of the tree; `has_folders`: there are folders in it. */
const FolderNode = object({
  id: uuid(),
  parent_id: nullable(uuid()),
  name: string(),
  color: nullable(string()),
  emoji: nullable(Emoji),
  items: integer(),
  has_folders: boolean(),
  /** Names of what other modules know of it: `shared`. Absent when there is none. */
  badges: optional(array(string())),
})
export type FolderNode = Static<typeof FolderNode>
/** At most 200 folders by name; `next_cursor` leads to those after them. */
export const FolderLevel = object({ data: array(FolderNode), meta: object({ next_cursor: nullable(string()) }) })
export type FolderLevel = Static<typeof FolderLevel>

/** The folders directly in a folder (`all`: in the root): one level of the tree. */
export const browseSubfolders = endpoint({
  method: 'GET',
  path: '/api/browse/subfolders/:id',
  summary: 'List the folders in a folder',
  access: 'session',
  params: folderParam,
  query: object({ cursor: listQuery.cursor }),
  response: { 200: FolderLevel },
  errors: ['storage.parent-not-found', 'storage.item-not-found', 'storage.invalid-cursor'],
})

/** One item with its way from the root (topmost first) and, of a folder, all files in its tree: detail sidebar. */
export const showItem = endpoint({
  method: 'GET',
  path: '/api/items/:id',
  summary: 'Read one item with its location',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 200: object({ data: Item, meta: object({ path: array(Ancestor), files: nullable(integer()) }) }) },
  errors: ['storage.item-not-found'],
})

/** Items, bytes and folders of a selection, before something that cannot be undone is confirmed. */
export const trashSummary = endpoint({
  method: 'GET',
  path: '/api/trash/summary',
  summary: 'Count what is in the trash',
  access: 'session',
  response: { 200: object({ items: integer(), files: integer(), size: integer(), retention_days: integer() }) },
  errors: [],
})
