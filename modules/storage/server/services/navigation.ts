import type { Db, Translate } from '../../../platform/index.ts'
import type { Emoji, NavigationTree, TreeNode } from '../../contract.ts'
import type { Scope } from '../scope.ts'

interface FolderRow {
  id: string
  parent_id: string | null
  name: string
  color: string | null
  emoji: Emoji | null
  child_count: number
}

const foldersSql = `select id, parent_id, name, color, emoji, child_count from items
  where owner_id = $1 and is_folder and trashed_at is null order by name, id`

/** All live folders of an owner as a tree, by name. One query; what hangs below a trashed folder finds no parent here. */
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

export class Navigation {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** Folders below the top of the scope. */
  async folders(scope: Scope): Promise<TreeNode[]> {
    return treeOf(await this.db.query<FolderRow>(foldersSql, [scope.payer], 'storage.navigation'), scope.root)
  }

  /** The three roots of the sidebar (API.md §6); team folders and folders shared with me come from their module. */
  async tree(scope: Scope, t: Translate): Promise<NavigationTree[]> {
    const root = (location: string, folders: TreeNode[], open: boolean) => ({
      location,
      name: t(`storage:tree.${location}`),
      isMovable: open,
      isOpen: open,
      folders,
    })
    return [
      root('files', await this.folders(scope), true),
      root('team-folders', [], false),
      root('shared-with-me', [], false),
    ]
  }
}
