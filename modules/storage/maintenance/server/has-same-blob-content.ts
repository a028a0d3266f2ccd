import { createHash } from 'node:crypto'
import type { BlobStore } from '../../../platform/index.ts'
import { withSourceBlob } from './with-source-blob.ts'

const readBytes = 1 << 20

/** Whether a store has a blob with this content. Reads it completely, because a damaged blob may have the right size. */
export const hasSameBlobContent = async (
  blobs: BlobStore,
  key: string,
  size: number,
  sha256: string,
): Promise<boolean> => {
  if ((await blobs.stat(key))?.size !== size) return false
  return withSourceBlob(blobs, key, async (blob) => {
    const hash = createHash('sha256')
    const piece = Buffer.allocUnsafeSlow(Math.min(readBytes, Math.max(size, 1)))
    for (let offset = 0; offset < size; ) {
      const read = await blob.read(piece, offset)
      if (read === 0) return false
      hash.update(piece.subarray(0, Math.min(read, size - offset)))
      offset += read
    }
    return hash.digest('hex') === sha256
  })
}
