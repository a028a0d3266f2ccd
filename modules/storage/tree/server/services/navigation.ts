import type { Db, Translate } from '../../../../platform/index.ts'
import { uuidPattern } from '../../../../shared/contract.ts'
import type { Emoji, FolderLevel, FolderNode, NavigationTree, TreeNode } from '../../contract.ts'
import type { ItemAnnotations } from '../item-annotations.ts'
import type { Scope } from '../scope.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { requireFolder } from './find-item.ts'
import { type ListedRow, listPage } from './list-page.ts'
import { notExcluded } from './root-exclusions.ts'
import type { Order } from './sorting.ts'

interface FolderRow {
  id: string
  parent_id: string | null
  name: string
  color: string | null
  emoji: Emoji | null
  child_count: number
}

const foldersSql = `select id, parent_id, name, color, emoji, child_count from items
  where owner_id = $1 and is_folder and trashed_at is null and ${notExcluded('items', '$1')} order by name, id`

/** Folders of the tree that a scope below the owner's root receives. */
const maxFoldersBelow = 10_000

/**
 * Folders below $2, level by level: the limit ends the walk, so that the deepest folders are left out. Rows are sorted
 * afterwards. `offset 0` and the inner limit keep the planner from reading all folders of the owner.
 */
export const foldersBelowSql = `with recursive below as (
    select id, parent_id, name, color, emoji, child_count from (select * from items where id = $2 offset 0) top
    where owner_id = $1 and is_folder and trashed_at is null
    union all
    select child.* from below cross join lateral (
      select i.id, i.parent_id, i.name, i.color, i.emoji, i.child_count from items i
      where i.parent_id = below.id and i.is_folder and i.trashed_at is null limit ${maxFoldersBelow + 1}
    ) child
  ), nearest as (select * from below limit ${maxFoldersBelow + 1})
  select * from nearest where id <> $2 order by name, id`

/** Folders of a level per response. */
const levelSize = 200
const byName: Order = { sort: 'name', direction: 'ASC' }
const uuid = new RegExp(uuidPattern, 'i')

/** Builds the tree from rows sorted by name. Folders below a trashed folder have no parent among the rows and drop out. */
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

const presentNode = ({
  id,
  parent_id,
  name,
  color,
  emoji,
  child_count,
  has_folders = false,
}: ListedRow): FolderNode => ({
  ...{ id, parent_id, name, color, emoji, items: child_count, has_folders },
})

/** Roots of the folder tree besides the caller's own files. */
export type FurtherRoots = (scope: Scope, t: Translate) => Promise<NavigationTree[]>

/** The folder tree of the sidebar. */
export class Navigation {
  private readonly db: Db
  private readonly annotations: ItemAnnotations
  private furtherRoots: FurtherRoots = async () => []
  constructor(db: Db, annotations: ItemAnnotations) {
    this.db = db
    this.annotations = annotations
  }

  /** Folders below the root of the scope as a tree, by name; at most the 10,000 topmost when the scope has a root. */
  async folders({ ownerId, root }: Scope): Promise<TreeNode[]> {
    const rows =
      root === null
        ? await this.db.query<FolderRow>(foldersSql, [ownerId], 'storage.navigation')
        : await this.db.query<FolderRow>(foldersBelowSql, [ownerId, root], 'storage.navigation-below')
    return treeOf(rows, root)
  }

  /**
   * Folders of one level by name, from the start or after a cursor. An `id` that is not a uuid (`all`) means the root of
   * the scope. 404 outside the scope, 422 `invalid-cursor`.
   */
  async level(scope: Scope, id: string, cursor?: string): Promise<FolderLevel> {
    const parent = (await requireFolder(this.db, scope, uuid.test(id) ? id : null))?.item.id ?? null
    const level = await this.levelWithoutBadges(scope, parent, cursor)
    await this.annotations.put(scope, [], level.data)
    return level
  }

  /** As `level`, of a folder of the scope that the caller has found; null: the owner's root. */
  async levelWithoutBadges(scope: Scope, parent: string | null, cursor?: string): Promise<FolderLevel> {
    const rows = await listPage(this.db, {
      view: { kind: parent ? 'child' : 'top', owner: scope.ownerId, parent },
      order: byName,
      actor: scope.actor.userId,
      count: levelSize + 1,
      boundary: cursor === undefined ? null : readCursor(cursor, byName),
      foldersOnly: true,
    })
    const kept = rows.slice(0, levelSize)
    const last = rows.length > levelSize ? kept.at(-1) : undefined
    return {
      data: kept.map((row) => presentNode(row)),
      meta: {
        next_cursor: last
          ? writeCursor({
              order: byName,
              isFolder: true,
              key: last.sort_key,
              id: last.id,
              backward: false,
              position: 0,
            })
          : null,
      },
    }
  }

  /** Sets the roots after the caller's own files; a module above storage provides them. */
  provideRoots(roots: FurtherRoots): void {
    this.furtherRoots = roots
  }

  /** The roots of the sidebar: the caller's own files, and what other modules provide. */
  async tree(scope: Scope, t: Translate): Promise<NavigationTree[]> {
    const [folders, further] = await Promise.all([this.folders(scope), this.furtherRoots(scope, t)])
    return [{ location: 'files', name: t('storage:tree.files'), isMovable: true, isOpen: true, folders }, ...further]
  }
}
