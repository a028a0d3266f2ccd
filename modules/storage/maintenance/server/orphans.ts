import type { Db } from '../../../platform/index.ts'
import { isUnleased } from '../../uploads/index.ts'

/** Keys of the blob files to which no row, open upload, pending deletion or lease refers. */
export const findOrphans = async (db: Db, keys: readonly string[]): Promise<string[]> => {
  if (keys.length === 0) return []
  const rows = await db.query<{ key: string }>(
    `select w.key from unnest($1::text[]) as w (key)
     where not exists (select 1 from blobs b where b.key = w.key)
     and not exists (select 1 from upload_sessions s where s.staging_key = w.key and s.finished_at is null)
     and not exists (select 1 from blob_deletions d where d.key = w.key)
     and ${isUnleased('w.key')}`,
    [keys],
  )
  return rows.map(({ key }) => key)
}

/** Keys of the staged files that belong to no open upload and to no small file that is being stored. */
export const findAbandonedStaging = async (db: Db, keys: readonly string[]): Promise<string[]> => {
  const rows = await db.query<{ key: string }>(
    `select w.key from unnest($1::text[]) as w (key)
     where not exists (select 1 from upload_sessions s where s.staging_key = w.key and s.finished_at is null)
     and ${isUnleased('w.key')}`,
    [keys],
  )
  return rows.map(({ key }) => key)
}
