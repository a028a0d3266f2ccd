import type { Db } from '../../../../platform/index.ts'
import type { ItemRow } from '../item.row.ts'
import type { Scope } from '../scope.ts'
import type { ListBoundary } from './cursor.ts'
import { requireFolder } from './find-item.ts'
import { listPage } from './list-page.ts'
import { listOrderOf } from './sorting.ts'

const pageRows = 1_000

/**
 * All items in a folder, page by page, for programs that read it whole. `id` null: the root of the scope, of an owner without
 * the folders that other modules list elsewhere. Each page is one range of an index, and checks the
 * folder anew: 404 when it is not active within the scope any more.
 */
export async function* folderPages(db: Db, scope: Scope, id: string | null): AsyncGenerator<ItemRow[]> {
  const order = listOrderOf({ sort: 'name' })
  let boundary: ListBoundary | null = null
  for (;;) {
    const parent = (await requireFolder(db, scope, id))?.item.id ?? null
    const rows = await listPage(db, {
      view: { kind: parent ? 'child' : 'root', owner: scope.ownerId, parent },
      order,
      actor: scope.actor.userId,
      count: pageRows,
      boundary,
    })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    boundary = { isFolder: last.is_folder, key: last.sort_key, id: last.id }
  }
}
