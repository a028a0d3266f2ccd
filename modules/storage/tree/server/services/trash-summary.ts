import type { Db } from '../../../../platform/index.ts'
import type { Scope } from '../scope.ts'

export interface TrashSummary {
  /** Files and folders, including those inside trashed folders. */
  items: number
  files: number
  /** Bytes. */
  size: number
}

const summarySql = `with recursive tree as (
    select id, is_folder, size from items where owner_id = $1 and trashed_at is not null
    union
    select c.id, c.is_folder, c.size from tree join items c on c.parent_id = tree.id where tree.is_folder
  ) select count(*) as items, count(*) filter (where not is_folder) as files, coalesce(sum(size), 0) as size from tree`

/** Counts what emptying the trash would delete, for its confirmation dialog. */
export const trashSummary = async (db: Db, scope: Scope): Promise<TrashSummary> => {
  const [row] = await db.query<TrashSummary>(summarySql, [scope.ownerId], 'storage.trash-summary')
  return row ?? { items: 0, files: 0, size: 0 }
}
