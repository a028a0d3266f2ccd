import { crc32 } from 'node:zlib'
import type { StagedFile } from '../../../platform/index.ts'
import type { ThreadDigest } from './hasher.ts'

const batchSize = 1 << 20

/**
 * Gives a received piece's memory back at once. Left to the collector, every 64 MiB of them would start a full
 * collection of the whole heap: 30 per GiB. A piece of the shared pool stays.
 */
const release = ({ buffer, length }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

export interface WriteOptions {
  file: StagedFile
  offset: number
  pieces: AsyncIterable<Buffer>
  /** Null when an earlier part of the file is unknown; the whole is read at the end then. */
  digest: ThreadDigest | null
  /** Called before bytes beyond what it last returned are taken: how far one may go; throws to refuse. */
  allow(upTo: number): Promise<number> | number
  /** See `ChunkBody`. */
  disposable: boolean
  /** Wanted for uploads that tell no offset: recognises a chunk that comes again. */
  withCrc: boolean
  /** `data`: the bytes; `all`: the file's own facts too, as before it is named. */
  sync: 'none' | 'data' | 'all'
}

/** Room for a batch and the piece that fills it. */
const slotSize = batchSize + (128 << 10)
const mostKept = 24
const kept: SharedArrayBuffer[] = []
const takeSlot = () => {
  inUse += 1
  return kept.pop() ?? new SharedArrayBuffer(slotSize)
}
const giveSlot = (slot: SharedArrayBuffer) => {
  inUse -= 1
  if (kept.length < mostKept) kept.push(slot)
}

/** Batches on their way to disk and hash thread: all uploads together, before one has to wait for its own. */
const mostInUse = 24
let inUse = 0

/**
 * Streams a chunk into a staged file. Pieces are copied into batches of 1 MiB in shared memory, which the disk and the
 * hash thread read at the same time. Resolves with the bytes taken, which are on the disk then; hashing may be behind.
 */
export const writeChunk = async (options: WriteOptions): Promise<{ size: number; crc: number | null }> => {
  const { file, offset, pieces, digest, allow, disposable, withCrc, sync } = options
  let slot = takeSlot()
  let batch = Buffer.from(slot)
  let filled = 0
  let written = offset
  let received = offset
  let allowed = offset
  let crc = 0
  let writing: Promise<void> = Promise.resolve()
  const inFlight: Promise<unknown>[] = []
  const send = async () => {
    const [current, length] = [slot, filled]
    const full = batch.subarray(0, length)
    const position = written
    if (withCrc) crc = crc32(full, crc)
    writing = writing.then(() => file.write([full], position))
    const done = Promise.allSettled([writing, digest?.update(current, length)]).then(() => giveSlot(current))
    inFlight.push(done)
    written += length
    if (inUse > mostInUse || inFlight.length > mostInUse / 2) await inFlight.shift()
    slot = takeSlot()
    batch = Buffer.from(slot)
    filled = 0
  }
  try {
    for await (const piece of pieces) {
      received += piece.length
      if (received > allowed) allowed = await allow(received)
      for (let from = 0; from < piece.length; ) {
        const bytes = piece.copy(batch, filled, from, from + slotSize - filled)
        filled += bytes
        from += bytes
        if (filled >= batchSize) await send()
      }
      if (disposable) release(piece)
    }
    if (filled > 0) await send()
    await writing
    if (sync !== 'none') await file.sync(sync === 'all')
    return { size: received - offset, crc: withCrc ? crc : null }
  } finally {
    giveSlot(slot)
    await Promise.allSettled([writing])
  }
}
