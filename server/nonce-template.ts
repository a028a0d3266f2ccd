import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)

/** Member header of RFC 1952: deflate, no flags, no time, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** An empty final block. */
const finalBlock = Buffer.from([3, 0])

/** Wraps bytes in an uncompressed deflate block that is not the final one (RFC 1951, 3.2.4). */
const storedBlock = (bytes: Buffer): Buffer => {
  const block = Buffer.alloc(5 + bytes.length)
  block.writeUInt16LE(bytes.length, 1)
  block.writeUInt16LE(~bytes.length & 0xffff, 3)
  bytes.copy(block, 5)
  return block
}

/** Values that differ in every response of one rendered page: the nonce of its scripts, the CSRF token of its forms. */
export interface ResponseValues {
  nonce: string
  csrf: string
}

/** Placeholders for these values in a rendered page; random, so that no content can contain them. */
export const newPlaceholders = (): ResponseValues => ({
  nonce: randomBytes(16).toString('hex'),
  csrf: randomBytes(16).toString('hex'),
})

/**
 * A rendered page, split at its placeholders. Filling in the values of a response needs no second rendering, encoding or
 * compression: 0.05 ms instead of 1 ms for a list of fifty.
 */
export class NonceTemplate {
  private readonly parts: Buffer[]
  /** The value that follows each part except the last. */
  private readonly valueNames: (keyof ResponseValues)[]
  private compressedParts: Promise<Buffer[]> | null = null

  /** The placeholders are those that `html` was rendered with. */
  constructor(html: string, { nonce, csrf }: ResponseValues) {
    const pieces = html.split(new RegExp(`(${nonce}|${csrf})`))
    this.parts = pieces.filter((_piece, at) => at % 2 === 0).map((part) => Buffer.from(part))
    this.valueNames = pieces.filter((_piece, at) => at % 2 === 1).map((found) => (found === nonce ? 'nonce' : 'csrf'))
  }

  /** Size of the page in bytes, without the values. */
  get size(): number {
    return this.parts.reduce((sum, { length }) => sum + length, 0)
  }

  /** The page with the values of one response. */
  plain(values: ResponseValues): Buffer {
    return Buffer.concat(this.join(this.parts, (name) => Buffer.from(values[name])))
  }

  /** Like `plain`, as gzip: each part is compressed once, and the values become uncompressed blocks between the parts. */
  async gzip(values: ResponseValues): Promise<Buffer> {
    this.compressedParts ??= Promise.all(
      this.parts.map((part) => deflate(part, { finishFlush: constants.Z_SYNC_FLUSH }) as Promise<Buffer>),
    )
    const compressed = await this.compressedParts
    const plain = this.join(this.parts, (name) => Buffer.from(values[name]))
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(plain.reduce((sum, part) => crc32(part, sum), 0))
    trailer.writeUInt32LE(
      plain.reduce((sum, { length }) => sum + length, 0),
      4,
    )
    return Buffer.concat([
      gzipHeader,
      ...this.join(compressed, (name) => storedBlock(Buffer.from(values[name]))),
      finalBlock,
      trailer,
    ])
  }

  private join(parts: Buffer[], value: (name: keyof ResponseValues) => Buffer): Buffer[] {
    return parts.flatMap((part, at) => {
      const name = this.valueNames[at - 1]
      return name ? [value(name), part] : [part]
    })
  }
}
