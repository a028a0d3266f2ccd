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

/** Placeholders begin with the same text, by which one search finds them all. */
export interface Placeholders extends ResponseValues {
  mark: string
}

/** Placeholders for these values in a rendered page; random, so that no content can contain them. */
export const newPlaceholders = (): Placeholders => {
  const mark = randomBytes(16).toString('hex')
  return { mark, nonce: `${mark}n`, csrf: `${mark}c` }
}

/** The texts in UTF-8, one after the other. */
const encode = (texts: readonly string[]): Buffer => {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0))
  let at = 0
  for (const text of texts) at += bytes.write(text, at)
  return bytes
}

/** Bytes that are the same in every response, compressed when the first one needs it. */
class Part {
  readonly plain: Buffer
  private deflated: Promise<Buffer> | null = null
  constructor(texts: readonly string[]) {
    this.plain = encode(texts)
  }

  get compressed(): Promise<Buffer> {
    this.deflated ??= deflate(this.plain, { finishFlush: constants.Z_SYNC_FLUSH }) as Promise<Buffer>
    return this.deflated
  }
}

type Piece = Part | keyof ResponseValues

const piecesOf = (html: readonly string[], { mark }: Placeholders): Piece[] => {
  const pieces: Piece[] = []
  let texts: string[] = []
  const endPart = () => {
    if (texts.length > 0) pieces.push(new Part(texts))
    texts = []
  }
  for (const text of html) {
    let from = 0
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, from)) {
      if (at > from) texts.push(text.slice(from, at))
      endPart()
      pieces.push(text[at + mark.length] === 'n' ? 'nonce' : 'csrf')
      from = at + mark.length + 1
    }
    if (from < text.length) texts.push(from === 0 ? text : text.slice(from))
  }
  endPart()
  return pieces
}

/**
 * A rendered page, split at its placeholders. Filling in the values of a response needs no second rendering, encoding or
 * compression: 0.05 ms instead of 1 ms for a list of fifty.
 */
export class NonceTemplate {
  /** Size of the page in bytes, without the values. */
  readonly size: number
  private readonly pieces: readonly Piece[]

  private constructor(pieces: readonly Piece[]) {
    this.pieces = pieces
    this.size = pieces.reduce((sum, piece) => sum + (piece instanceof Part ? piece.plain.length : 0), 0)
  }

  /** Makes a template of a page that was rendered with `placeholders`, given as texts. No placeholder is split by them. */
  static of(html: readonly string[], placeholders: Placeholders): NonceTemplate {
    return new NonceTemplate(piecesOf(html, placeholders))
  }

  /** Joins templates. A part that several pages share is encoded and compressed once for all of them. */
  static join(templates: readonly NonceTemplate[]): NonceTemplate {
    return new NonceTemplate(templates.flatMap(({ pieces }) => pieces))
  }

  /** The page with the values of one response. */
  plain(values: ResponseValues): Buffer {
    return Buffer.concat(this.plainPieces(values))
  }

  /** Like `plain`, as gzip: each part is compressed once, and the values become uncompressed blocks between the parts. */
  async gzip(values: ResponseValues): Promise<Buffer> {
    const compressed = await Promise.all(
      this.pieces.map((piece) => (piece instanceof Part ? piece.compressed : storedBlock(Buffer.from(values[piece])))),
    )
    const plain = this.plainPieces(values)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(plain.reduce((sum, part) => crc32(part, sum), 0))
    trailer.writeUInt32LE(
      plain.reduce((sum, { length }) => sum + length, 0),
      4,
    )
    return Buffer.concat([gzipHeader, ...compressed, finalBlock, trailer])
  }

  private plainPieces(values: ResponseValues): Buffer[] {
    return this.pieces.map((piece) => (piece instanceof Part ? piece.plain : Buffer.from(values[piece])))
  }
}
