import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib'
import type { BlobStore } from '../../../platform/index.ts'
import type { ArchiveFile } from './archive-entry.ts'
import type { BlobWindow } from './blob-window.ts'

/** The content of an entry differs from its size or its checksum, or cannot be unpacked. */
export class DamagedEntryError extends Error {}

const localHeaderSignature = 0x04034b50
const localHeaderBytes = 30
const pieceBytes = 256 << 10
const inflate = promisify(inflateRaw)

/** A file of up to this size, packed and unpacked, is read in memory. */
const maxSmallBytes = 256 << 10

export const isSmall = ({ size, packedSize }: ArchiveFile): boolean =>
  size <= maxSmallBytes && packedSize <= maxSmallBytes

/** Position of a file's content; the local header may be longer than the record in the directory says. */
const contentStart = async (source: BlobWindow, { offset, packedSize }: ArchiveFile): Promise<number> => {
  const header = await source.read(offset, localHeaderBytes)
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== localHeaderSignature) throw new DamagedEntryError()
  const start = offset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (start + packedSize > source.size) throw new DamagedEntryError()
  return start
}

/** Content of a small file. Rejects with `DamagedEntryError`, or with the store's error. */
export const readEntry = async (source: BlobWindow, file: ArchiveFile): Promise<Buffer> => {
  const packed = await source.read(await contentStart(source, file), file.packedSize)
  // Some programs store an empty file as deflated, in no bytes.
  const content =
    file.isDeflated && packed.length > 0
      ? await inflate(packed, { maxOutputLength: Math.max(1, file.size) }).catch((cause: unknown) => {
          throw new DamagedEntryError('', { cause })
        })
      : packed
  if (content.length !== file.size || crc32(content) !== file.crc32) throw new DamagedEntryError()
  return content
}

/** Holds pieces against the size and the checksum. The last one is passed on after the check, so that none follows a fault. */
async function* verified(
  pieces: AsyncIterable<Buffer>,
  { size, crc32: expected }: ArchiveFile,
): AsyncGenerator<Buffer> {
  let [bytes, sum] = [0, 0]
  let held: Buffer | null = null
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > size) throw new DamagedEntryError()
    sum = crc32(piece, sum)
    if (held) yield held
    held = piece
  }
  if (bytes !== size || sum !== expected) throw new DamagedEntryError()
  if (held) yield held
}

interface Archive {
  blobs: Pick<BlobStore, 'open'>
  key: string
  /** Where the headers are read. */
  source: BlobWindow
}

/** Content of a file in pieces, unpacked by threads of the pool. Rejects as `readEntry` does, or as `signal` is aborted. */
export async function* streamEntry(
  { blobs, key, source }: Archive,
  file: ArchiveFile,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const start = await contentStart(source, file)
  const end = start + file.packedSize
  const blob = await blobs.open(key, { start, end: Math.max(start, end - 1) })
  let failure: unknown = null
  async function* packed() {
    for (let at = start; at < end; ) {
      signal.throwIfAborted()
      const into = Buffer.allocUnsafe(Math.min(pieceBytes, end - at))
      const bytes = await blob.read(into, at).catch((error: unknown) => {
        failure = error
        throw error
      })
      if (bytes === 0) throw new DamagedEntryError()
      yield into.subarray(0, bytes)
      at += bytes
    }
  }
  const inflated = createInflateRaw({ chunkSize: pieceBytes })
  try {
    if (!file.isDeflated) return yield* verified(packed(), file)
    // Its error arrives by the pieces as well.
    pipeline(Readable.from(packed(), { highWaterMark: 1 }), inflated).catch(() => undefined)
    yield* verified(inflated, file)
  } catch (error) {
    signal.throwIfAborted()
    throw failure ?? (error instanceof DamagedEntryError ? error : new DamagedEntryError('', { cause: error }))
  } finally {
    inflated.destroy()
    blob.release()
  }
}
