import type { IncomingMessage } from 'node:http'
import { crc32 } from 'node:zlib'
import { AppError, type BlobStore } from '../../../platform/index.ts'
import type { AdmittedForm } from './form-admission.ts'
import { parseForm } from './form-parser.ts'
import type { ChunkSum } from './repeated-chunks.ts'
import { type ChunkBody, shareableStream } from './request-body.ts'
import { SpooledBody } from './spooled-body.ts'

const limits = { fields: 40, fieldSize: 20_000, files: 1, parts: 60, headerPairs: 50 }

/** A chunk that was read to its end although there was no room to store it. */
export interface DiscardedChunk extends ChunkSum {
  partName: string | null
  rejection: AppError
  /** Whether it would have room if no other bytes were on their way. */
  fitsAlone: boolean
}

export interface UploadForm {
  fields: Record<string, string>
  body: ChunkBody
  /** Why its file was rejected; the body is empty then, and `fields` has the fields read so far. */
  rejection: AppError | null
  /** Its file where it had no room: it may repeat what was received already. */
  discarded: DiscardedChunk | null
  /** Frees the memory and the disk space that the form occupies, and ends its count. */
  end(): Promise<void>
}

/** Maximum bytes of a form besides its file: fields and part headers. */
const maxOverheadBytes = 1 << 20
/** Maximum bytes of a rejected file that are skipped to reach the fields behind it. */
const maxSkippedBytes = 64 << 20

/** Reads and discards pieces. False when there are more than `maxSkippedBytes`. */
const skip = async (pieces: AsyncIterable<Buffer>): Promise<boolean> => {
  let skipped = 0
  for await (const { length } of pieces) {
    skipped += length
    if (skipped > maxSkippedBytes) return false
  }
  return true
}

/**
 * The same pieces, each added to `sum` when it is read; the CRC-32 only where a repeated chunk without an offset needs it.
 */
async function* summed(pieces: AsyncIterable<Buffer>, sum: ChunkSum): AsyncIterable<Buffer> {
  for await (const piece of pieces) {
    sum.size += piece.length
    if (sum.crc !== null) sum.crc = crc32(piece, sum.crc)
    yield piece
  }
}

async function* noPieces(): AsyncIterable<Buffer> {}

/**
 * Receives a multipart chunk. Fields may follow the part `chunk` (or `file`), so the part is spooled until all of them are
 * known. A part that `admitted` rejects is not stored; the request's Content-Length can reject it before a byte is read. The
 * form is still read for the fields that identify the upload, so that the caller can release its reservation or recognize a
 * repeat.
 * Ends `admitted` with the form, or when this rejects.
 */
export const receiveForm = async (
  request: IncomingMessage,
  blobs: BlobStore,
  admitted: AdmittedForm,
): Promise<UploadForm> => {
  const fields: Record<string, string> = {}
  const part: {
    name: string | null
    spooled: SpooledBody | null
    rejection: AppError | null
    discarded: DiscardedChunk | null
  } = { name: null, spooled: null, rejection: null, discarded: null }
  const check = (bytes: number) => admitted.receive(bytes)
  const receiveFile = async (name: string | null, stream: AsyncIterable<Buffer>) => {
    part.name = name
    const isPlaced = fields.upload_id !== undefined && fields.offset !== undefined
    const sum: ChunkSum = { size: 0, crc: isPlaced ? null : 0 }
    const pieces = shareableStream(summed(stream, sum))
    try {
      if (part.rejection) throw part.rejection
      part.spooled = await SpooledBody.receive(pieces, blobs, { check, disposable: false, isBorrowed: true })
    } catch (error) {
      admitted.releaseBytes()
      if (!(error instanceof AppError) || error.status >= 500) throw error
      part.rejection = error
      const isQuota = error.code === 'quota-exceeded'
      const { upload_id: id } = fields
      const mayGoOn = id === undefined || (isQuota && (await admitted.hasUpload(id)))
      if (!mayGoOn || !(await skip(pieces))) throw error
      if (isQuota)
        part.discarded = { ...sum, partName: name, rejection: error, fitsAlone: admitted.fitsAlone(sum.size) }
    }
  }
  const end = async () => {
    try {
      await part.spooled?.end()
    } finally {
      admitted.end()
    }
  }
  try {
    admitted.announce(Number(request.headers['content-length'] ?? 0) - maxOverheadBytes)
  } catch (error) {
    part.rejection = error as AppError
  }
  try {
    await parseForm(request, limits, fields, receiveFile, { isBorrowed: true })
  } catch (error) {
    await end()
    if (part.rejection === null) throw error
    part.discarded = null
  }
  const { name: partName, spooled, rejection, discarded } = part
  const body: ChunkBody = {
    pieces: spooled?.pieces() ?? noPieces(),
    length: spooled?.size ?? 0,
    partName,
    disposable: false,
    handOver: () => admitted.releaseBytes(),
  }
  return { fields, body: spooled ? { ...body, spooled } : body, rejection, discarded, end }
}
