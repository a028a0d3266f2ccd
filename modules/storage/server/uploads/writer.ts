import { setImmediate as turn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { StagedFile } from '../../../platform/index.ts'
import type { Digest } from './digest.ts'

const batchSize = 1 << 20

export interface WriteOptions {
  file: StagedFile
  offset: number
  pieces: AsyncIterable<Buffer>
  /** Null when an earlier part of the file is unknown; the whole is read at the end then. */
  digest: Digest | null
  /** Called before bytes beyond what it last returned are taken: how far one may go; throws to refuse. */
  allow(upTo: number): Promise<number> | number
  /** Wanted for uploads that tell no offset: recognises a chunk that comes again. */
  withCrc: boolean
  /** `data`: the bytes; `all`: the file's own facts too, as before it is named. */
  sync: 'none' | 'data' | 'all'
}

/**
 * Bytes that wait to be hashed, all uploads together. A chunk of the usual size is hashed while the disk syncs it, which
 * is when this thread has nothing else to do; beyond this they are hashed as they come.
 */
const mostUnhashed = 32 << 20
let unhashed = 0

/**
 * Streams a chunk into a staged file: batches of 1 MiB, one write in flight, hashes while the disk works. Resolves with
 * the bytes taken, which are on the disk then.
 */
export const writeChunk = async (options: WriteOptions): Promise<{ size: number; crc: number | null }> => {
  const { file, offset, pieces, digest, allow, withCrc, sync } = options
  const later: { batch: Buffer[]; size: number }[] = []
  let batch: Buffer[] = []
  let batched = 0
  let written = offset
  let received = offset
  let allowed = offset
  let crc = 0
  let writing: Promise<void> = Promise.resolve()
  const hash = (buffers: Buffer[]) => {
    for (const piece of buffers) {
      digest?.update(piece)
      if (withCrc) crc = crc32(piece, crc)
    }
  }
  const hashNext = () => {
    const next = later.shift()
    if (!next) return
    hash(next.batch)
    unhashed -= next.size
  }
  const write = async () => {
    await writing
    writing = file.write(batch, written)
    writing.catch(() => undefined)
    written += batched
    if (digest || withCrc) {
      later.push({ batch, size: batched })
      unhashed += batched
    }
    batch = []
    batched = 0
    while (unhashed > mostUnhashed && later.length > 0) hashNext()
  }
  try {
    for await (const piece of pieces) {
      received += piece.length
      if (received > allowed) allowed = await allow(received)
      batch.push(piece)
      batched += piece.length
      if (batched >= batchSize) await write()
    }
    if (batched > 0) await write()
    await writing
    const synced = sync === 'none' ? Promise.resolve() : file.sync(sync === 'all')
    synced.catch(() => undefined)
    while (later.length > 0) {
      hashNext()
      await turn()
    }
    await synced
    return { size: received - offset, crc: withCrc ? crc : null }
  } finally {
    await Promise.allSettled([writing])
    for (const { size } of later) unhashed -= size
  }
}
