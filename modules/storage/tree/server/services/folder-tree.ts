import type { Db } from '../../../../platform/index.ts'
import { firstDirection } from '../../../../shared/contract.ts'
import type { ItemEmoji, TreeNode } from '../../contract.ts'
import type { Scope } from '../scope.ts'
import { notExcluded } from './root-exclusions.ts'

interface FolderRow {
  id: string
  parent_id: string | null
  name: string
  color: string | null
  emoji: ItemEmoji | null
  child_count: number
}

/** Order of siblings as a request names it. */
export interface TreeQuery {
  sort?: string | undefined
  direction?: string | undefined
}

/** SQL order: by name from A, by time the newest first, as in listings. Unknown values of the query are ignored. */
export const treeOrderOf = ({ sort, direction = '' }: TreeQuery): string => {
  const column = sort?.toLowerCase() === 'created_at' ? 'created_at' : 'name'
  const chosenDirection = /^(asc|desc)$/i.test(direction) ? direction.toLowerCase() : null
  return `${column} ${chosenDirection ?? firstDirection(column)}, id`
}

const columns = 'id, parent_id, name, color, emoji, child_count'
const foldersSql = (order: string) => `select ${columns} from items
  where owner_id = $1 and is_folder and trashed_at is null and ${notExcluded('items', '$1')} order by ${order}`

/** Folders of the tree that a scope below the owner's root receives. */
const maxFoldersBelow = 10_000

/**
 * Folders below $2, level by level: the limit ends the walk, so that the deepest folders are left out. Rows are sorted
 * afterwards. `offset 0` and the inner limit keep the planner from reading all folders of the owner.
 */
export const foldersBelowSql = (order: string): string => `with recursive below as (
    select ${columns}, created_at from (select * from items where id = $2 offset 0) top
    where owner_id = $1 and is_folder and trashed_at is null
    union all
    select child.* from below cross join lateral (
      select i.id, i.parent_id, i.name, i.color, i.emoji, i.child_count, i.created_at from items i
      where i.parent_id = below.id and i.is_folder and i.trashed_at is null limit ${maxFoldersBelow + 1}
    ) child
  ), nearest as (select * from below limit ${maxFoldersBelow + 1})
  select * from nearest where id <> $2 order by ${order}`

/**
 * Builds the tree from rows in the order of siblings. Folders below a trashed folder have no parent among the rows and drop
 * out.
 */
const treeOf = (rows: readonly FolderRow[], top: string | null): TreeNode[] => {
  const nodes = new Map<string, TreeNode>()
  for (const { id, parent_id, name, color, emoji, child_count } of rows)
    nodes.set(id, { id, parent_id, name, color, emoji, items: child_count, team_folder: false, folders: [] })
  const roots: TreeNode[] = []
  for (const node of nodes.values()) {
    if (node.parent_id === top) roots.push(node)
    else if (node.parent_id !== null) nodes.get(node.parent_id)?.folders.push(node)
  }
  return roots
}

/** `order`: of siblings, from `treeOrderOf`. */
export const readFolderTree = async (db: Db, { ownerId, root }: Scope, order: string): Promise<TreeNode[]> => {
  // A prepared statement's name stands for one text.
  const rows =
    root === null
      ? await db.query<FolderRow>(foldersSql(order), [ownerId], `storage.navigation by ${order}`)
      : await db.query<FolderRow>(foldersBelowSql(order), [ownerId, root], `storage.navigation-below by ${order}`)
  return treeOf(rows, root)
}
