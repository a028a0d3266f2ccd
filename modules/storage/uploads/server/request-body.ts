import type { IncomingMessage } from 'node:http'
import { storageErrors } from '../../tree/index.ts'
import type { SpooledBody } from './spooled-body.ts'

/** Bytes of one chunk. */
export interface ChunkBody {
  pieces: AsyncIterable<Buffer>
  /** Bytes; null where the sender did not announce them. */
  length: number | null
  /** File name of the multipart part. */
  partName: string | null
  /** The pieces have one reader, which may free their memory after it has read them. */
  disposable: boolean
  /** Set when the whole body was received already. */
  spooled?: SpooledBody
  /** Ends the count of the spooled bytes as being on their way (`InFlight`): called where the upload itself counts them. */
  handOver?(): void
}

/** The announced bytes of a body; null where the sender did not announce them. */
export const announcedLength = (request: IncomingMessage): number | null => {
  const length = request.headers['content-length']
  return length === undefined ? null : Number(length)
}

/** Pieces of the body. A connection that is lost within it is a client error (`invalid-chunk`), not a server error. */
async function* requestPieces(request: IncomingMessage): AsyncIterable<Buffer> {
  try {
    // A reader that stops early rejects the body. The connection must stay open for the response.
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (error) {
    throw storageErrors.fail('invalid-chunk', { cause: error })
  }
}

/** The received part of a body whose connection may be lost within it; `error` is set once it was lost. */
interface CutBody {
  pieces: AsyncIterable<Buffer>
  error: unknown
}

/** Pieces up to the point where the connection is lost, so that the received ones can be kept. */
export const untilLost = (pieces: AsyncIterable<Buffer>): CutBody => {
  async function* received() {
    try {
      yield* pieces
    } catch (error) {
      cut.error = error
    }
  }
  const cut: CutBody = { pieces: received(), error: null }
  return cut
}

/** The same pieces without their first `count` bytes. */
export async function* skipBytes(pieces: AsyncIterable<Buffer>, count: number): AsyncIterable<Buffer> {
  let left = count
  for await (const piece of pieces) {
    if (left < piece.length) yield left > 0 ? piece.subarray(left) : piece
    left = Math.max(0, left - piece.length)
  }
}

export const rawBody = (request: IncomingMessage): ChunkBody => ({
  pieces: requestPieces(request),
  length: announcedLength(request),
  partName: null,
  disposable: true,
})

/** Lets several readers read the same stream one after the other: one that stops early does not end it. */
export const shareableStream = (pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> => {
  const iterator = pieces[Symbol.asyncIterator]()
  return { [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) }
}

/** Reads and discards the remaining pieces. Resolves with their size in bytes. */
export const discardRest = async (pieces: AsyncIterable<Buffer>): Promise<number> => {
  let size = 0
  for await (const piece of pieces) size += piece.length
  return size
}
