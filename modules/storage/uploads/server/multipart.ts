import type { IncomingMessage } from 'node:http'
import { AppError, type BlobStore } from '../../../platform/index.ts'
import type { AdmittedForm } from './form-admission.ts'
import { parseForm } from './form-parser.ts'
import { type ChunkBody, shareable } from './request-body.ts'
import { SpooledBody } from './spool.ts'

const limits = { fields: 40, fieldSize: 20_000, files: 1, parts: 60, headerPairs: 50 }

export interface Form {
  fields: Record<string, string>
  body: ChunkBody
  /** Why its file was rejected; the body is empty then, and `fields` are those that were read so far. */
  rejection: AppError | null
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

async function* noPieces(): AsyncIterable<Buffer> {}

/**
 * Receives a multipart chunk. Fields may follow the part `chunk` (or `file`), so the part is spooled until all of them are
 * known. A part that `admitted` rejects is not stored: by the request's Content-Length before a byte is read. The form is
 * still read for the fields that identify the upload, so that the caller can release its reservation. Ends `admitted` with
 * the form, or when this rejects.
 */
export const receiveForm = async (
  request: IncomingMessage,
  blobs: BlobStore,
  admitted: AdmittedForm,
): Promise<Form> => {
  const fields: Record<string, string> = {}
  const part: { name: string | null; spooled: SpooledBody | null; rejection: AppError | null } = {
    name: null,
    spooled: null,
    rejection: null,
  }
  const check = (bytes: number) => admitted.receive(bytes)
  const receiveFile = async (name: string | null, stream: AsyncIterable<Buffer>) => {
    part.name = name
    const pieces = shareable(stream)
    try {
      if (part.rejection) throw part.rejection
      part.spooled = await SpooledBody.receive(pieces, blobs, { check, disposable: false })
    } catch (error) {
      admitted.releaseBytes()
      if (!(error instanceof AppError) || error.status >= 500) throw error
      part.rejection = error
      if (fields.upload_id !== undefined || !(await skip(pieces))) throw error
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
    await parseForm(request, limits, fields, receiveFile)
  } catch (error) {
    await end()
    if (part.rejection === null) throw error
  }
  const { name: partName, spooled, rejection } = part
  const body: ChunkBody = {
    pieces: spooled?.pieces() ?? noPieces(),
    length: spooled?.size ?? 0,
    partName,
    disposable: false,
    handOver: () => admitted.releaseBytes(),
  }
  return { fields, body: spooled ? { ...body, spooled } : body, rejection, end }
}
