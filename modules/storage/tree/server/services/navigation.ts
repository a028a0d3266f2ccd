import type { Db, Translate } from '../../../../platform/index.ts'
import { isUuid } from '../../../../shared/contract.ts'
import type { FolderLevel, FolderNode, NavigationTree, TreeNode } from '../../contract.ts'
import { presentationOf } from '../item.resource.ts'
import type { ItemAnnotations } from '../item-annotations.ts'
import type { Scope } from '../scope.ts'
import { readListCursor, writeListCursor } from './cursor.ts'
import { requireFolder } from './find-item.ts'
import { readFolderTree, type TreeQuery, treeOrderOf } from './folder-tree.ts'
import { type ListedRow, listPage } from './list-page.ts'
import type { ListOrder } from './sorting.ts'

/** Folders of a level per response. */
const levelSize = 200
const byName: ListOrder = { sort: 'name', direction: 'ASC' }

const presentNode = (
  { id, parent_id, name, color, emoji, child_count, has_folders = false }: ListedRow,
  access: FolderNode['access'],
): FolderNode => ({
  id,
  parent_id,
  name,
  color,
  emoji,
  items: child_count,
  has_folders,
  ...(access && { access }),
})

/** Roots of the folder tree besides the caller's own files. */
type FurtherRoots = (scope: Scope, t: Translate) => Promise<NavigationTree[]>

/** The folder tree of the sidebar. */
export class Navigation {
  private readonly db: Db
  private readonly annotations: ItemAnnotations
  private furtherRoots: FurtherRoots = async () => []
  constructor(db: Db, annotations: ItemAnnotations) {
    this.db = db
    this.annotations = annotations
  }

  /**
   * Folders below the root of the scope as a tree, siblings by name unless the query says otherwise; at most the 10,000
   * topmost when the scope has a root.
   */
  folders(scope: Scope, query: TreeQuery = {}): Promise<TreeNode[]> {
    return readFolderTree(this.db, scope, treeOrderOf(query))
  }

  /**
   * Folders of one level by name, from the start or after a cursor. An `id` that is not a uuid (`all`) means the root of
   * the scope. 404 outside the scope, 422 `invalid-cursor`.
   */
  async level(scope: Scope, id: string, cursor?: string): Promise<FolderLevel> {
    const parent = (await requireFolder(this.db, scope, isUuid(id) ? id : null))?.item.id ?? null
    const level = await this.levelWithoutBadges(scope, parent, cursor)
    await this.annotations.put(scope, [], level.data)
    return level
  }

  /** Like `level`, of a folder that the caller has found in the scope; null: the owner's root. Without badges. */
  async levelWithoutBadges(scope: Scope, parent: string | null, cursor?: string): Promise<FolderLevel> {
    const rows = await listPage(this.db, {
      view: { kind: parent ? 'child' : 'top', owner: scope.ownerId, parent },
      order: byName,
      actor: scope.actor.userId,
      count: levelSize + 1,
      boundary: cursor === undefined ? null : readListCursor(cursor, byName),
      foldersOnly: true,
    })
    const kept = rows.slice(0, levelSize)
    const { access } = presentationOf(scope)
    const last = rows.length > levelSize ? kept.at(-1) : undefined
    return {
      data: kept.map((row) => presentNode(row, access)),
      meta: {
        next_cursor: last
          ? writeListCursor({
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

  /** The roots of the sidebar: the caller's own files, and the roots that other modules provide. */
  async tree(scope: Scope, t: Translate): Promise<NavigationTree[]> {
    const [folders, further] = await Promise.all([this.folders(scope), this.furtherRoots(scope, t)])
    return [{ location: 'files', name: t('storage:tree.files'), isMovable: true, isOpen: true, folders }, ...further]
  }
}
