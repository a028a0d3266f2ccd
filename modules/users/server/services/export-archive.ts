import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { AppError } from '../../../platform/index.ts'

/** Why an export lacks the content of a file, and the path of the text that says so. */
export interface MissingContent {
  path: string
  error: AppError
}

/** The content of a file while it is read. */
export interface ExportedContent {
  stream: Readable
  /** Not null, after the stream has ended, when it ended too early. */
  missing(): MissingContent | null
}

/** A file or folder of an export. */
export interface ExportedItem {
  /** Path within the export; of a folder with `/` at its end. */
  path: string
  modifiedAt: Date
  /** What the item is besides its content. */
  details: Record<string, unknown>
  /** Opens the content; null when the file was deleted since it was listed. Null for a folder. */
  open: (() => Promise<ExportedContent | MissingContent | null>) | null
}

/** Everything that an account stores, in the order in which an export writes it. May be called several times. */
export type ExportItems = (userId: string) => AsyncIterable<ExportedItem>

/** A file of an export beside those that the account stores; rows become an array in JSON. */
export interface ExportedFile {
  name: string
  content: Buffer | string | AsyncIterable<unknown>
}

interface ExportOptions {
  /** They come first, in this order. */
  files: readonly ExportedFile[]
  items: () => AsyncIterable<ExportedItem>
  /** The text of an error, for whoever reads the export. */
  textOf(error: AppError): string
}

/** Characters that are sent at a time: each piece passes several streams. */
const pieceLength = 64 * 1_024

/** A row in a line. */
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

/** `missing.json` lists so many files; it counts all. */
const maxListed = 10_000

/**
 * Writes an export while it is read: files are stored as they are, one after the other, so that one is open at a time. A file
 * whose content is missing is a text that says so, and listed in `missing.json`. Any other error ends the stream, so that no
 * short archive looks complete. A reader that goes away closes the open file.
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
  const missing = { count: 0, files: [] as { path: string; reason: string }[] }
  const appendMissing = async (of: string, date: Date, { path, error }: MissingContent) => {
    missing.count += 1
    const reason = textOf(error)
    if (missing.files.length < maxListed) missing.files.push({ path: of, reason })
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
