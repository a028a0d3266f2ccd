import { readFile } from '../files.ts'
import { BlobError, type BlobRange, type OpenBlob, type StagedFile } from '../store.ts'

const copyBytes = 1 << 20

/** The whole file of `size` bytes; for small files only. */
export const readWholeFile = async (path: string, size: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafeSlow(size)
  await readFile(path, bytes)
  return bytes
}

/** Copies the first bytes of a blob to a new staged file, syncs it and closes it. */
export const writeToStaged = async (blob: OpenBlob, file: StagedFile, size: number): Promise<void> => {
  try {
    const piece = Buffer.allocUnsafeSlow(copyBytes)
    for (let offset = 0; offset < size; ) {
      const bytes = await blob.read(piece.subarray(0, size - offset), offset)
      if (bytes === 0) throw new Error('blob is shorter than its size')
      await file.write([piece.subarray(0, bytes)], offset)
      offset += bytes
    }
    await file.sync('all')
  } finally {
    await file.close()
  }
}

/** Fills a buffer with a blob of its size. Rejects with `missing` when it is shorter. */
export const readBlobInto = async (into: Buffer, open: (range: BlobRange) => Promise<OpenBlob>): Promise<void> => {
  if (into.length === 0) return
  const blob = await open({ start: 0, end: into.length - 1 })
  try {
    if ((await blob.read(into, 0)) !== into.length) throw new BlobError('missing')
  } finally {
    blob.release()
  }
}
