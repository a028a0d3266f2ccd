import { crc32 } from 'node:zlib'
import type { StagedFile } from '../../../platform/index.ts'
import { batchBytes, batchMemory, slotBytes } from './batch-memory.ts'
import type { ThreadDigest } from './hasher.ts'

/** Batches of one upload in flight before it waits for the oldest. */
const maxInFlight = 12

/**
 * Frees the memory of a received piece at once. Left to the garbage collector, every 64 MiB of them would start a full
 * collection of the whole heap: 30 per GiB. A piece of Node's shared pool stays.
 */
export const freeBuffer = ({ buffer, length }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

interface WriteOptions {
  file: StagedFile
  offset: number
  pieces: AsyncIterable<Buffer>
  /** Null when an earlier part of the file was not hashed: the whole file is then read at its end. */
  digest: ThreadDigest | null
  /**
   * Called before the chunk passes the offset that it last returned. Returns the next allowed offset; throws to reject.
   */
  allow(upTo: number): Promise<number> | number
  /** See `ChunkBody`. */
  disposable: boolean
  /** Computes the CRC-32, by which a repeated chunk of an upload without offsets is recognized. */
  withCrc: boolean
  /** `data`: fdatasync; `all`: fsync with the file's metadata, before the file is renamed. */
  sync: 'none' | 'data' | 'all'
}

/**
 * Streams a chunk into a staged file. Copies pieces into batches of 1 MiB in shared memory, which the disk and the hash
 * thread read at the same time. Resolves with the bytes written, which are durable then; hashing may still run.
 */
export const writeChunk = async (options: WriteOptions): Promise<{ size: number; crc: number | null }> => {
  const { file, offset, pieces, digest, allow, disposable, withCrc, sync } = options
  let slot: SharedArrayBuffer | null = null
  let filled = 0
  let written = offset
  let received = offset
  let allowed = offset
  let crc = 0
  let writing: Promise<void> = Promise.resolve()
  const inFlight: Promise<unknown>[] = []
  const send = () => {
    if (!slot) return
    const [current, length, position] = [slot, filled, written]
    slot = null
    filled = 0
    written += length
    const full = Buffer.from(current, 0, length)
    if (withCrc) crc = crc32(full, crc)
    writing = writing.then(() => file.write([full], position))
    inFlight.push(Promise.allSettled([writing, digest?.update(current, length)]).then(() => batchMemory.give(current)))
  }
  try {
    for await (const piece of pieces) {
      batchMemory.reclaim(send)
      received += piece.length
      if (received > allowed) allowed = await allow(received)
      for (let from = 0; from < piece.length; ) {
        if (!slot) {
          const taken = batchMemory.take()
          slot = taken instanceof Promise ? await taken : taken
        }
        const bytes = piece.copy(Buffer.from(slot), filled, from, from + slotBytes - filled)
        filled += bytes
        from += bytes
        if (filled >= batchBytes) send()
        if (inFlight.length > maxInFlight) await inFlight.shift()
      }
      if (disposable) freeBuffer(piece)
      if (slot) batchMemory.lend(send)
    }
    send()
    await writing
    if (sync !== 'none') await file.sync(sync)
    return { size: received - offset, crc: withCrc ? crc : null }
  } finally {
    batchMemory.reclaim(send)
    if (slot) batchMemory.give(slot)
    await Promise.allSettled([writing])
  }
}
