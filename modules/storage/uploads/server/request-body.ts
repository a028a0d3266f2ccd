import type { IncomingMessage } from 'node:http'
import { storageErrors } from '../../tree/index.ts'
import type { Spooled } from './spool.ts'

/** Bytes of one chunk. */
export interface ChunkBody {
  pieces: AsyncIterable<Buffer>
  /** Where the sender told it. */
  length: number | null
  /** File name of the multipart part. */
  partName: string | null
  /** Nobody else holds the pieces: who has taken their bytes may free them. */
  disposable: boolean
  /** Where all of it was received already. */
  spooled?: Spooled
}

const pace = { every: 30_000, least: 30 * 1_024 }

/** Ends a request that brings less than 1 KiB/s over 30 s (A70). Returns what stops watching. */
export const watchPace = (request: IncomingMessage): (() => void) => {
  let before = request.socket.bytesRead
  const timer = setInterval(() => {
    const now = request.socket.bytesRead
    if (now - before < pace.least) request.destroy(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' }))
    before = now
  }, pace.every)
  timer.unref()
  return () => clearInterval(timer)
}

const lengthOf = (request: IncomingMessage): number | null => {
  const given = request.headers['content-length']
  return given === undefined ? null : Number(given)
}

/** A connection that ends within the body is the caller's doing, not a failure of ours. */
async function* untilCut(request: IncomingMessage): AsyncIterable<Buffer> {
  try {
    // Who stops reading early has refused the body: the connection must outlive that, to carry the answer.
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (error) {
    throw storageErrors.fail('bad-chunk', { cause: error })
  }
}

export const rawBody = (request: IncomingMessage): ChunkBody => ({
  pieces: untilCut(request),
  length: lengthOf(request),
  partName: null,
  disposable: true,
})

/** The same pieces for several readers, one after the other: one that stops early does not end the stream. */
export const withoutReturn = (pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> => {
  const iterator = pieces[Symbol.asyncIterator]()
  return { [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) }
}

/** Reads pieces away and tells how many bytes they were. */
export const measure = async (pieces: AsyncIterable<Buffer>): Promise<number> => {
  let size = 0
  for await (const piece of pieces) size += piece.length
  return size
}
