import { Readable } from 'node:stream'
import { type AppError, BlobError, type BlobStore, isUnreadable, type OpenBlob } from '../../../platform/index.ts'
import type { ExportedContent, MissingContent } from '../../../users/index.ts'
import { storageErrors } from '../../tree/index.ts'

/** Location of a file's content. */
export interface StoredContent {
  key: string
  size: number
  is_damaged: boolean
}

const readBytes = 256 * 1_024

/** The error of content that is missing or damaged, which concerns this file only. Throws all other errors. */
const asFault = (error: unknown): AppError => {
  if (error instanceof BlobError && error.reason === 'missing')
    return storageErrors.fail('blob-missing', { cause: error })
  if (isUnreadable(error)) return storageErrors.fail('integrity', { cause: error })
  throw error
}

const tryOpen = async (
  blobs: Pick<BlobStore, 'open'>,
  { key, size, is_damaged }: StoredContent,
): Promise<OpenBlob | AppError> => {
  if (is_damaged) return storageErrors.fail('integrity')
  try {
    const blob = await blobs.open(key)
    if (blob.size >= size) return blob
    blob.release()
    return storageErrors.fail('integrity')
  } catch (error) {
    return asFault(error)
  }
}

/** The readable beginning of the content; `onFault` is called where it ends too early. */
async function* piecesOf(blob: OpenBlob, size: number, onFault: (fault: AppError) => void): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const into = Buffer.allocUnsafe(Math.min(readBytes, size - at))
    const bytes = await blob.read(into, at).catch(asFault)
    if (bytes === 0) return onFault(storageErrors.fail('integrity'))
    if (typeof bytes !== 'number') return onFault(bytes)
    yield into.subarray(0, bytes)
    at += bytes
  }
}

/**
 * Opens the content of a file. When it is missing or damaged, `find` reads its location again: null when the file was
 * deleted meanwhile, another one when it was replaced. `missingPath`: path of the note in the export that the content is
 * missing.
 */
export const openExportedContent = async (
  blobs: Pick<BlobStore, 'open'>,
  listed: StoredContent,
  find: () => Promise<StoredContent | null>,
  missingPath: () => string,
): Promise<ExportedContent | MissingContent | null> => {
  for (let stored: StoredContent | null = listed; stored; ) {
    const { key, size }: StoredContent = stored
    if (size === 0) return { stream: Readable.from([], { objectMode: false }), missing: () => null }
    const opened = await tryOpen(blobs, stored)
    if ('read' in opened) {
      let fault: AppError | null = null
      const pieces = piecesOf(opened, size, (found) => {
        fault = found
      })
      const stream = Readable.from(pieces, { objectMode: false })
      // Not at the end of `piecesOf`, which never begins for a stream that is not read.
      stream.once('close', () => opened.release())
      return { stream, missing: () => fault && { path: missingPath(), error: fault } }
    }
    stored = await find()
    if (stored?.key === key) return { path: missingPath(), error: opened }
  }
  return null
}
