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
}

/**
 * Streams a chunk into a staged file: batches of 1 MiB, one write in flight, hashing while it runs. Resolves with the
 * bytes taken; they are not on the disk before `file.sync`.
 */
export const writeChunk = async (options: WriteOptions): Promise<{ size: number; crc: number | null }> => {
  const { file, offset, pieces, digest, allow, withCrc } = options
  let batch: Buffer[] = []
  let batched = 0
  let written = offset
  let received = offset
  let allowed = offset
  let crc = 0
  let writing: Promise<void> = Promise.resolve()
  const write = async () => {
    await writing
    const current = batch
    writing = file.write(current, written)
    writing.catch(() => undefined)
    written += batched
    batch = []
    batched = 0
    for (const piece of current) {
      digest?.update(piece)
      if (withCrc) crc = crc32(piece, crc)
    }
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
  } finally {
    await Promise.allSettled([writing])
  }
  await writing
  return { size: received - offset, crc: withCrc ? crc : null }
}
