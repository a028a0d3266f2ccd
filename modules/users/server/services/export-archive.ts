import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { AppError } from '../../../platform/index.ts'

/** A file whose content could not be exported. */
export interface MissingContent {
  /** Path of the text that takes the content's place and gives the reason. */
  path: string
  error: AppError
}

/** The content of a file while it is read. */
export interface ExportedContent {
  stream: Readable
  /** Call after the end of the stream: not null when the stream ended too early. */
  missing(): MissingContent | null
}

/** A file or folder of an export. */
export interface ExportedItem {
  /** Path within the export; a folder's ends with `/`. */
  path: string
  modifiedAt: Date
  /** The item's attributes; they are written to `items.json`. */
  details: Record<string, unknown>
  /** Opens the content; null when the file was deleted since it was listed. Null for a folder. */
  open: (() => Promise<ExportedContent | MissingContent | null>) | null
}

/** All files and folders of an account, in the order in which the export writes them. Called more than once. */
export type ExportItems = (userId: string) => AsyncIterable<ExportedItem>

/** A file that the export adds to the account's own, such as a list; rows become an array in JSON. */
export interface ExportedFile {
  name: string
  content: Buffer | string | AsyncIterable<unknown>
}

interface ExportOptions {
  /** Written first, in this order. */
  files: readonly ExportedFile[]
  items: () => AsyncIterable<ExportedItem>
  /** The error's text, in the language of the account. */
  textOf(error: AppError): string
}

/** Characters per write: rows one by one would cost a pass through several streams each. */
const pieceLength = 64 * 1_024

/** The rows as an array in JSON, one per line. */
async function* jsonOf(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let piece = ''
  let separator = '[\n'
  for await (const row of rows) {
    piece += separator + JSON.stringify(row)
    separator = ',\n'
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece + (separator === '[\n' ? '[]\n' : '\n]\n')
}

async function* detailsOf(items: AsyncIterable<ExportedItem>) {
  for await (const { details } of items) yield details
}

/** Files that `missing.json` lists at most; its `count` includes the rest. */
const maxListed = 10_000

/**
 * Writes an export while it is read. Files are stored uncompressed, one after the other, so that only one is open. A file
 * whose content is missing is replaced by a text with the reason, and listed in `missing.json`. Any other error ends the
 * stream, so that no incomplete archive looks complete. When the reader disconnects, the open file is closed.
 */
export const exportArchive = async ({ files, items, textOf }: ExportOptions): Promise<Readable> => {
  // Loaded when needed: a server at rest does without its memory.
  const { ZipArchive } = await import('archiver')
  const archive = new ZipArchive({ store: true })
  const closed = new AbortController()
  archive.once('close', () => closed.abort())
  const append = async (source: Readable | Buffer | string, entry: { name: string; date?: Date }) => {
    try {
      // Archiver listens for errors only once it begins to read.
      if (source instanceof Readable) source.once('error', (error) => archive.destroy(error))
      closed.signal.throwIfAborted()
      const written = once(archive, 'entry', { signal: closed.signal })
      archive.append(source, entry)
      await written
    } finally {
      // A destroyed archive neither reads nor closes its source.
      if (source instanceof Readable) source.destroy()
    }
  }
  const missing = { count: 0, files: [] as { path: string; note: string; reason: string }[] }
  const appendMissing = async (itemPath: string, date: Date, { path, error }: MissingContent) => {
    missing.count += 1
    const reason = textOf(error)
    if (missing.files.length < maxListed) missing.files.push({ path: itemPath, note: path, reason })
    await append(`${reason}\n`, { name: path, date })
  }
  const appendItem = async ({ path, modifiedAt, open }: ExportedItem) => {
    if (!open) return append('', { name: path, date: modifiedAt })
    const content = await open()
    if (!content) return
    if ('error' in content) return appendMissing(path, modifiedAt, content)
    await append(content.stream, { name: path, date: modifiedAt })
    const rest = content.missing()
    if (rest) await appendMissing(path, modifiedAt, rest)
  }
  const write = async () => {
    for (const { name, content } of files)
      await append(typeof content === 'string' || Buffer.isBuffer(content) ? content : Readable.from(jsonOf(content)), {
        name,
      })
    await append(Readable.from(jsonOf(detailsOf(items()))), { name: 'items.json' })
    for await (const item of items()) await appendItem(item)
    if (missing.count > 0) await append(`${JSON.stringify(missing, null, 2)}\n`, { name: 'missing.json' })
    await archive.finalize()
  }
  write().catch((error: Error) => archive.destroy(error))
  return archive
}
