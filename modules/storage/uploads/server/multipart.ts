import type { IncomingMessage } from 'node:http'
import { AppError, type BlobStore } from '../../../platform/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { parseForm } from './form-parser.ts'
import { type ChunkBody, withoutReturn } from './request-body.ts'
import { Spooled } from './spool.ts'

const limits = { fields: 40, fieldSize: 20_000, files: 1, parts: 60, headerPairs: 50 }

export interface Form {
  fields: Record<string, string>
  body: ChunkBody
  /** Why its file was not taken; `fields` are those that came before that was clear, and the body is empty then. */
  refusal: AppError | null
  /** Frees what the form left in memory and on the disk. */
  end(): Promise<void>
}

/** Bytes that a form may bring, and the refusal of more. */
export interface FormLimit {
  bytes: number
  refusal: 'too-large' | 'quota-exceeded'
}

/** What a form holds besides its file, at most. */
const wrapping = 1 << 20
/** Bytes of a refused file that are skipped to reach the fields behind it. */
const maxSkippedBytes = 64 << 20

/** Reads pieces away; false where they are too many. */
const skip = async (pieces: AsyncIterable<Buffer>): Promise<boolean> => {
  let skipped = 0
  for await (const { length } of pieces) {
    skipped += length
    if (skipped > maxSkippedBytes) return false
  }
  return true
}

async function* none(): AsyncIterable<Buffer> {}

/**
 * Reads a multipart chunk. Fields may come after the part `chunk` (or `file`), so the part is spooled until all of them
 * are known. A part longer than `most` is refused, by the request's content-length before a byte is read; its form is
 * still read for the fields that name the upload, whose reservation the caller can release then.
 */
export const readForm = async (request: IncomingMessage, blobs: BlobStore, most: FormLimit): Promise<Form> => {
  const fields: Record<string, string> = {}
  const part: { name: string | null; spooled: Spooled | null; refusal: AppError | null } = {
    name: null,
    spooled: null,
    refusal: null,
  }
  const check = (bytes: number) => {
    if (bytes > most.bytes) throw storageErrors.fail(most.refusal)
  }
  const take = async (name: string | null, stream: AsyncIterable<Buffer>) => {
    part.name = name
    const pieces = withoutReturn(stream)
    try {
      if (part.refusal) throw part.refusal
      part.spooled = await Spooled.receive(pieces, blobs, { check, disposable: false })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      part.refusal = error
      if (fields.upload_id !== undefined || !(await skip(pieces))) throw error
    }
  }
  const end = async () => part.spooled?.end()
  if (Number(request.headers['content-length'] ?? 0) - wrapping > most.bytes)
    part.refusal = storageErrors.fail(most.refusal)
  try {
    await parseForm(request, limits, fields, take)
  } catch (error) {
    await end()
    if (part.refusal === null) throw error
  }
  const { name: partName, spooled, refusal } = part
  const body: ChunkBody = {
    pieces: spooled?.pieces() ?? none(),
    length: spooled?.size ?? 0,
    partName,
    disposable: false,
  }
  return { fields, body: spooled ? { ...body, spooled } : body, refusal, end }
}
