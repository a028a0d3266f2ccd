import type { StagedFile } from '../../../platform/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { ContentHasher } from './content-hasher.ts'

const readBytes = 1 << 20

/** Hashes a staged file of `size` bytes by reading it: where its bytes were not hashed while they were received. */
export const readDigest = async (file: StagedFile, size: number): Promise<ContentHasher> => {
  const digest = new ContentHasher()
  const piece = Buffer.allocUnsafe(readBytes)
  while (digest.length < size) {
    const bytes = await file.read(piece, digest.length)
    if (bytes === 0) throw storageErrors.fail('invalid-chunk')
    digest.update(piece.subarray(0, Math.min(bytes, size - digest.length)))
  }
  return digest
}
