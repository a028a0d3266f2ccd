import type { BlobStore, Db } from '../../../platform/index.ts'
import { asAppError, storageErrors } from '../../tree/index.ts'
import { requireDirectory } from './archive-directory.ts'
import { BlobWindow } from './blob-window.ts'

interface StoredArchive {
  key: string
  size: number
  is_damaged: boolean
}

/**
 * Where an archive is stored, and how many entries its end claims. `check` reads more of it. 422 for what is no zip archive,
 * or too large for one.
 */
export const inspectArchive = async (
  { db, blobs }: { db: Db; blobs: BlobStore },
  blobId: string,
  check: (source: BlobWindow) => Promise<void> = async () => undefined,
): Promise<{ key: string; size: number; entries: number }> => {
  const [blob] = await db.query<StoredArchive>(
    'select key, size, damaged_at is not null as is_damaged from blobs where id = $1',
    [blobId],
  )
  if (!blob) throw storageErrors.fail('blob-missing')
  if (blob.is_damaged) throw storageErrors.fail('integrity')
  try {
    const source = new BlobWindow(await blobs.open(blob.key), blob.size)
    try {
      const { total } = await requireDirectory(source)
      await check(source)
      return { key: blob.key, size: blob.size, entries: total }
    } finally {
      source.release()
    }
  } catch (error) {
    throw asAppError(error)
  }
}
