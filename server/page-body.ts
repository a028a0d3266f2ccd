import { randomBytes } from 'node:crypto'
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

/** What each response has of its own, though the page is rendered once: its scripts' nonce, its forms' CSRF token. */
export interface ResponseValues {
  nonce: string
  csrf: string
}

/** Stands in the rendered page where a response's own values come; random, so that no content can contain it. */
export const newPlaceholders = (): ResponseValues => ({
  nonce: randomBytes(16).toString('hex'),
  csrf: randomBytes(16).toString('hex'),
})

/**
 * A rendered page, cut where each response has values of its own, so that they are put in without rendering, encoding or
 * compressing the page again: 0.05 ms instead of 1 ms for a list of fifty.
 */
export class PageBody {
  private readonly parts: Buffer[]
  /** Which value stands behind each part but the last. */
  private readonly between: (keyof ResponseValues)[]
  private packed: Promise<Buffer[]> | null = null

  /** `placeholders`: those that `html` was rendered with. */
  constructor(html: string, { nonce, csrf }: ResponseValues) {
    const pieces = html.split(new RegExp(`(${nonce}|${csrf})`))
    this.parts = pieces.filter((_piece, at) => at % 2 === 0).map((part) => Buffer.from(part))
    this.between = pieces.filter((_piece, at) => at % 2 === 1).map((found) => (found === nonce ? 'nonce' : 'csrf'))
  }

  /** About what it holds. */
  get size(): number {
    return this.parts.reduce((sum, { length }) => sum + length, 0)
  }

  /** With a response's own values. */
  plain(values: ResponseValues): Buffer {
    return Buffer.concat(this.join(this.parts, (name) => Buffer.from(values[name])))
  }

  /** The same, compressed: the parts once, each by itself, and the values as blocks between them. */
  async gzip(values: ResponseValues): Promise<Buffer> {
    this.packed ??= Promise.all(
      this.parts.map((part) => deflate(part, { finishFlush: constants.Z_SYNC_FLUSH }) as Promise<Buffer>),
    )
    const packed = await this.packed
    const plain = this.join(this.parts, (name) => Buffer.from(values[name]))
    const foot = Buffer.alloc(8)
    foot.writeUInt32LE(plain.reduce((sum, part) => crc32(part, sum), 0))
    foot.writeUInt32LE(
      plain.reduce((sum, { length }) => sum + length, 0),
      4,
    )
    return Buffer.concat([head, ...this.join(packed, (name) => stored(Buffer.from(values[name]))), end, foot])
  }

  private join(parts: Buffer[], value: (name: keyof ResponseValues) => Buffer): Buffer[] {
    return parts.flatMap((part, at) => {
      const name = this.between[at - 1]
      return name ? [value(name), part] : [part]
    })
  }
}
