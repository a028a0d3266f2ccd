import type { Db } from '../../../../platform/index.ts'
import { type Item, maxLargestFiles, minLargeFileBytes } from '../../contract.ts'
import type { Scope } from '../scope.ts'
import { foldersInTrash, itemsWithParents } from './recent-files.ts'

/** Read besides the listed ones, because some may lie in trashed folders. */
const spareCandidates = 90

/** The condition must equal that of the index `items_largest_index`. */
export const largestFilesSql = `select i.id, i.parent_id from items i
  where i.owner_id = $1 and not i.is_folder and i.trashed_at is null and i.size >= ${minLargeFileBytes}
  order by i.size desc limit ${maxLargestFiles + spareCandidates}`

/** The largest active files of an owner from 1 MB on, largest first. */
export const largestFiles = async (db: Db, scope: Scope): Promise<Item[]> => {
  const found = await db.query<{ id: string; parent_id: string | null }>(
    largestFilesSql,
    [scope.ownerId],
    'storage.largest',
  )
  const folders = [...new Set(found.flatMap(({ parent_id }) => parent_id ?? []))]
  const trashed = new Set((await foldersInTrash(db, folders)).map(({ start }) => start))
  const active = found.filter(({ parent_id }) => parent_id === null || !trashed.has(parent_id))
  return itemsWithParents(
    db,
    scope,
    active.slice(0, maxLargestFiles).map(({ id }) => id),
  )
}
