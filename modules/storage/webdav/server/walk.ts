import type { Db } from '../../../platform/index.ts'
import { etagOf, isListed, pathWalkSql } from '../../tree/index.ts'
import type { Entry } from './entry.ts'

interface Step {
  id: string
  parent_id: string | null
  is_folder: boolean
  name: string
  size: number
  child_count: number
  created_at: Date
  changed_at: Date
  media_type: string | null
  sha256: Buffer | null
  is_listed: boolean
}

const columns =
  'i.id, i.parent_id, i.is_folder, i.name, i.size, i.child_count, i.created_at, i.updated_at, i.modified_at, i.blob_id'

/** $1 folder, or the owner for the root; $2 names. */
export const walkSql = `${pathWalkSql(columns)}
  select w.id, w.parent_id, w.is_folder, w.name, w.size, w.child_count, w.created_at,
    coalesce(w.modified_at, w.updated_at) as changed_at, b.media_type, b.sha256, ${isListed('w')} as is_listed
  from walk w left join blobs b on b.id = w.blob_id order by w.at`

/**
 * The active items on a path below a folder (the owner for the root), as far as there are some; names are compared exactly. Null:
 * the path begins with a folder that its owner's root does not list, so that the name is taken.
 */
export const walk = async (db: Db, folder: string, names: readonly string[]): Promise<Entry[] | null> => {
  if (names.length === 0) return []
  const steps = await db.query<Step>(walkSql, [folder, names], 'storage.webdav-walk')
  if (steps[0]?.is_listed === false) return null
  return steps.map((step) => ({
    id: step.id,
    name: step.name,
    isFolder: step.is_folder,
    size: step.size,
    children: step.child_count,
    mediaType: step.media_type,
    etag: step.sha256 && etagOf(step.sha256),
    createdAt: step.created_at,
    changedAt: step.changed_at,
  }))
}
