import type { Db } from '../../../platform/index.ts'
import { codeOf } from '../../../shared/contract.ts'
import { savePhotoMetadata } from '../../tree/index.ts'
import type { DecodedPicture } from './protocol.ts'

const maxInt4 = 2_147_483_647

/** A number from the picture process, which a file may have forged; null where the column cannot hold it. */
const storable = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= maxInt4 ? value : null

/** State of a blob's thumbnails, and the picture that they show. */
export type SettledThumbnails = ['ready', DecodedPicture] | ['failed' | 'none', null]

/** Stores the result of making a blob's thumbnails. False when the blob was deleted meanwhile. */
export const settleThumbnails = (db: Db, blobId: string, ...[status, picture]: SettledThumbnails): Promise<boolean> =>
  db.transaction(async (tx) => {
    const rows = await tx.query(
      'update blobs set thumbnail_status = $2, width = $3, height = $4, pages = $5 where id = $1 returning 1',
      [blobId, status, storable(picture?.width), storable(picture?.height), storable(picture?.pages)],
    )
    if (rows.length === 0) return false
    if (picture?.photo) await savePhotoMetadata(tx, blobId, picture.photo)
    tx.emit('storage.thumbnail.settled', { blobId })
    return true
  })

/**
 * Whether the database rejected values that came from the file, by a data exception or a constraint: it would do so again.
 */
export const isInvalidValueError = (error: unknown): boolean => /^2[23]\w{3}$/.test(codeOf(error) ?? '')
