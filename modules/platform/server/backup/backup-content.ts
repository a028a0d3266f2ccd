import { createHash } from 'node:crypto'
import type { BlobContent } from '../blobs/store.ts'
import type { FileDigest } from './backup-store.ts'

export const pieceBytes = 1 << 20

/** Counts and hashes bytes that pass. */
export class ContentDigest {
  bytes = 0
  private readonly hash = createHash('sha256')

  add(piece: Uint8Array): void {
    this.hash.update(piece)
    this.bytes += piece.length
  }

  async *through(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const piece of content) {
      this.add(piece)
      yield piece
    }
  }

  /** Ends the measurement. */
  sha256(): Buffer {
    return this.hash.digest()
  }

  /** Ends the measurement. */
  digest(): Omit<FileDigest, 'file'> {
    return { bytes: this.bytes, sha256: this.sha256().toString('hex') }
  }
}

/** Size and hash of a content. */
export const digestOf = async (content: AsyncIterable<Buffer>): Promise<Omit<FileDigest, 'file'>> => {
  const measure = new ContentDigest()
  for await (const piece of content) measure.add(piece)
  return measure.digest()
}

/** A blob in pieces, each in memory of its own. With `memory`, a piece is valid until the next one is requested. */
export async function* piecesOf(blob: BlobContent, memory?: Buffer): AsyncIterable<Buffer> {
  for (let offset = 0; offset < blob.size; ) {
    const piece = memory ?? Buffer.allocUnsafeSlow(Math.min(pieceBytes, blob.size - offset))
    const read = await blob.read(piece, offset)
    if (read === 0) return
    offset += read
    yield piece.subarray(0, read)
  }
}
