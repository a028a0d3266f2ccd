import type { Db } from '../../../platform/index.ts'
import type { ThumbnailFiles } from './thumbnail-files.ts'

/** The keys whose blobs are stored. Files made from other blobs were finished too late to be removed with their blob. */
export const filterStoredKeys = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  const rows = await db.query<{ key: string }>('select key from blobs where key = any($1::text[])', [keys])
  return new Set(rows.map(({ key }) => key))
}

/**
 * Removes thumbnails and pages of blobs that do not exist, which a killed process has left. Resolves to the number of blobs.
 */
export const removeStrayThumbnails = async (db: Db, files: ThumbnailFiles, signal: AbortSignal): Promise<number> => {
  let removed = 0
  for await (const keys of files.keys()) {
    if (signal.aborted) break
    const stored = await filterStoredKeys(db, keys)
    for (const key of keys) {
      if (stored.has(key)) continue
      await files.remove(key)
      removed += 1
    }
  }
  return removed
}
