import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)

/** Member header of RFC 1952: deflate, no flags, no time, unknown system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** An empty last block. */
const end = Buffer.from([3, 0])

/** Bytes as a deflate block that is not compressed and not the last (RFC 1951, 3.2.4). */
const stored = (bytes: Buffer): Buffer => {
  const block = Buffer.alloc(5 + bytes.length)
  block.writeUInt16LE(bytes.length, 1)
  block.writeUInt16LE(~bytes.length & 0xffff, 3)
  bytes.copy(block, 5)
  return block
}

/**
 * A rendered page, cut at the nonces of its scripts, so that each answer gets its own without rendering, encoding or
 * compressing the page again: 0.05 ms instead of 1 ms for a list of fifty.
 */
export class PageBody {
  private readonly parts: Buffer[]
  private packed: Promise<Buffer[]> | null = null

  /** `nonce`: the one that `html` was rendered with. */
  constructor(html: string, nonce: string) {
    this.parts = html.split(nonce).map((part) => Buffer.from(part))
  }

  /** About what it holds. */
  get size(): number {
    return this.parts.reduce((sum, { length }) => sum + length, 0)
  }

  /** With another nonce. */
  plain(nonce: string): Buffer {
    return Buffer.concat(between(this.parts, Buffer.from(nonce)))
  }

  /** The same, compressed: the parts once, each by itself, and the nonces as blocks between them. */
  async gzip(nonce: string): Promise<Buffer> {
    this.packed ??= Promise.all(
      this.parts.map((part) => deflate(part, { finishFlush: constants.Z_SYNC_FLUSH }) as Promise<Buffer>),
    )
    const bytes = Buffer.from(nonce)
    const [packed, plain] = [await this.packed, between(this.parts, bytes)]
    const foot = Buffer.alloc(8)
    foot.writeUInt32LE(plain.reduce((sum, part) => crc32(part, sum), 0))
    foot.writeUInt32LE(
      plain.reduce((sum, { length }) => sum + length, 0),
      4,
    )
    return Buffer.concat([head, ...between(packed, stored(bytes)), end, foot])
  }
}

const between = (parts: Buffer[], piece: Buffer): Buffer[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [piece, part]))
