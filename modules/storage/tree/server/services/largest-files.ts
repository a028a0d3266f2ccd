import type { Db } from '../../../../platform/index.ts'
import { type Item, maxLargestFiles, minLargeFileBytes } from '../../contract.ts'
import type { Scope } from '../scope.ts'
import { foldersInTrash, itemsWithParents, trashedFolders } from './recent-files.ts'

/** Read besides the listed ones, because some may lie in trashed folders. */
const spareCandidates = 90

/** The `where` clause must equal the one of the index `items_largest_index`. */
const largestOf = (condition: string) => `select i.id, i.parent_id from items i
  where i.owner_id = $1 and not i.is_folder and i.trashed_at is null and i.size >= ${minLargeFileBytes} ${condition}
  order by i.size desc limit ${maxLargestFiles + spareCandidates}`
export const largestFilesSql = largestOf('')
/** Smaller files are in no index by size. They are listed where few enough exist to look at each. */
const maxSmallFiles = 5_000
const smallSql = `with small as materialized (
    select i.id, i.parent_id, i.size from items i where i.owner_id = $1 and not i.is_folder and i.trashed_at is null
      and i.size < ${minLargeFileBytes} limit ${maxSmallFiles + 1})
  select id, parent_id from small where (select count(*) from small) <= ${maxSmallFiles}
  order by size desc limit ${maxLargestFiles + spareCandidates}`
const largestElsewhereSql = largestOf('and (i.parent_id is null or i.parent_id <> all($2::uuid[]))')

interface Candidate {
  id: string
  parent_id: string | null
}

/** Candidates that do not lie in a trashed folder. */
const activeOf = async (db: Db, candidates: readonly Candidate[]): Promise<readonly Candidate[]> => {
  const folders = [...new Set(candidates.flatMap(({ parent_id }) => parent_id ?? []))]
  const trashed = new Set((await foldersInTrash(db, folders)).map(({ start }) => start))
  return candidates.filter(({ parent_id }) => parent_id === null || !trashed.has(parent_id))
}

/** The largest active files of an owner, largest first; of owners with thousands of small files only files from 1 MB on. */
export const largestFiles = async (db: Db, scope: Scope): Promise<Item[]> => {
  const candidates = await db.query<Candidate>(largestFilesSql, [scope.ownerId], 'storage.largest')
  let active = await activeOf(db, candidates)
  // The trash has most of the large files: the others are behind them.
  if (active.length < Math.min(maxLargestFiles, candidates.length)) {
    const values = [scope.ownerId, await trashedFolders(db, scope.ownerId)]
    active = await activeOf(db, await db.query<Candidate>(largestElsewhereSql, values, 'storage.largest-elsewhere'))
  }
  if (candidates.length < maxLargestFiles) {
    const small = await db.query<Candidate>(smallSql, [scope.ownerId], 'storage.largest-small')
    active = [...active, ...(await activeOf(db, small))]
  }
  return itemsWithParents(
    db,
    scope,
    active.slice(0, maxLargestFiles).map(({ id }) => id),
  )
}
