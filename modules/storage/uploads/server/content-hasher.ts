import { createHash, type Hash, hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** SHA-256 and CRC-32 of a file. */
export interface ContentHashes {
  sha256: Buffer
  crc32: number
}

/** Hashes bytes in memory, on the calling thread. */
export const hashContent = (bytes: Buffer): ContentHashes => ({
  sha256: hash('sha256', bytes, 'buffer'),
  crc32: crc32(bytes),
})

/** Incremental SHA-256 and CRC-32. A copy is made per chunk, so that an aborted chunk leaves no trace. */
export class ContentHasher {
  length = 0
  private crc = 0
  private readonly hash: Hash
  constructor(hash: Hash = createHash('sha256')) {
    this.hash = hash
  }

  update(piece: Buffer): void {
    this.hash.update(piece)
    this.crc = crc32(piece, this.crc)
    this.length += piece.length
  }

  copy(): ContentHasher {
    const copy = new ContentHasher(this.hash.copy())
    copy.length = this.length
    copy.crc = this.crc
    return copy
  }

  /** Ends the digest; it accepts no more updates. */
  end(): ContentHashes {
    return { sha256: this.hash.digest(), crc32: this.crc }
  }
}
