import {
  array,
  boolean,
  endpoint,
  integer,
  listQuery,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
  unknown,
  uuid,
} from '../../../shared/contract.ts'
import { folderParam } from './browse.ts'
import { ItemEmoji } from './item.ts'

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
/** `folders` contains `TreeNode`s, nested; the schema language has no recursive type. */
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

/** Three roots: files, team-folders, shared-with-me. */
export const browseNavigation = endpoint({
  method: 'GET',
  path: '/api/browse/navigation',
  summary: 'Read the tree of folders',
  access: 'session',
  response: { 200: array(Tree) },
  errors: [],
})

/** A folder of one level of the tree; `has_folders`: it contains folders. */
const FolderNode = object({
  id: uuid(),
  parent_id: nullable(uuid()),
  name: string(),
  color: nullable(string()),
  emoji: nullable(ItemEmoji),
  items: integer(),
  has_folders: boolean(),
  /** Names of the relationships that other modules fill for this folder, such as `shared`. Absent when there are none. */
  badges: optional(array(string())),
  /** The signed-in caller's permission for a folder of another account; absent for their own. */
  access: optional(oneOf(['editor', 'visitor'])),
})
export type FolderNode = Static<typeof FolderNode>
/** At most 200 folders, ordered by name; `next_cursor` is the cursor of the following ones. */
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
