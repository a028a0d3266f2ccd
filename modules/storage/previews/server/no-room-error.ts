import { BlobError } from '../../../platform/index.ts'

/** Maximum bytes of a blob's thumbnails. */
export const thumbnailRoomBytes = 16 << 20

/** The disk of the thumbnails is full, which concerns every blob. */
export class NoRoomError extends Error {}

/** Passes on a lack of room as `NoRoomError`. */
export const asNoRoomError = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    if (error instanceof BlobError && error.reason === 'full')
      throw new NoRoomError('no room for thumbnails', { cause: error })
    throw error
  })
