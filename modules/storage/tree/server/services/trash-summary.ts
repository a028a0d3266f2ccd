import type { Db } from '../../../../platform/index.ts'
import type { Scope } from '../scope.ts'
import { trashSizeSql } from './folder-sizes.ts'

interface TrashSummary {
  /** Files and folders, including the content of trashed folders. */
  items: number
  files: number
  /** Bytes. */
  size: number
}

/**
 * Counts the items that emptying the trash would delete, for its confirmation dialog. Exact for all committed changes; the
 * cost does not grow with the trash.
 */
export const trashSummary = async (db: Db, scope: Scope): Promise<TrashSummary> => {
  const [row] = await db.query<{ files: number; folders: number; size: number }>(
    trashSizeSql,
    [scope.ownerId],
    'storage.trash-summary',
  )
  const { files, folders, size } = row ?? { files: 0, folders: 0, size: 0 }
  return { items: files + folders, files, size }
}
