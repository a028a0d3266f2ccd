import { crc32 } from 'node:zlib'
import type { StagedFile } from '../../../platform/index.ts'
import { batchBytes, batchMemory, slotBytes } from './batch-memory.ts'
import type { ThreadDigest } from './hasher.ts'

/** Batches of one upload on their way before it waits for its own. */
const maxInFlight = 12

/**
 * Gives a received piece's memory back at once. Left to the collector, every 64 MiB of them would start a full
 * collection of the whole heap: 30 per GiB. A piece of the shared pool stays.
 */
export const release = ({ buffer, length }: Buffer): void => {
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

/**
 * Streams a chunk into a staged file. Pieces are copied into batches of 1 MiB in shared memory, which the disk and the
 * hash thread read at the same time. Resolves with the bytes taken, which are on the disk then; hashing may be behind.
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
      if (disposable) release(piece)
      if (slot) batchMemory.lend(send)
    }
    send()
    await writing
    if (sync !== 'none') await file.sync(sync === 'all')
    return { size: received - offset, crc: withCrc ? crc : null }
  } finally {
    batchMemory.reclaim(send)
    if (slot) batchMemory.give(slot)
    await Promise.allSettled([writing])
  }
}
