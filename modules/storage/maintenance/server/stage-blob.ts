import type { BlobStore } from '../../../platform/index.ts'

/**
 * Writes the content of a blob of `size` bytes to its staged file, which the caller commits. Rejects with `BlobError` `full`
 * before the reserve of the disk is used, because the database ends when its disk is full: there must be room for the rest
 * of the blob before each piece, since other blobs are written at the same time.
 */
export const stageBlob = async (
  blobs: BlobStore,
  { key, size }: { key: string; size: number },
  content: () => AsyncIterable<Buffer>,
): Promise<void> => {
  // An interrupted call may have left a part.
  await blobs.discard(key)
  await blobs.ensureRoom(size)
  const staged = await blobs.stage(key)
  try {
    let offset = 0
    for await (const piece of content()) {
      await blobs.ensureRoom(Math.max(size - offset, piece.length))
      await staged.write([piece], offset)
      offset += piece.length
    }
    await staged.sync('all')
  } catch (error) {
    await staged.close()
    // The space is needed for other files.
    await blobs.discard(key)
    throw error
  }
  await staged.close()
}
