import { once } from 'node:events'
import { Readable } from 'node:stream'

/** A file or folder of an export; `path` of a folder ends with `/`. */
export interface ExportedItem {
  path: string
  modifiedAt: Date
  details: Record<string, unknown>
  /** Opens the content; null for a folder. */
  open: (() => Readable) | null
}

/** Everything that an account stores, in the order in which an export writes it. May be called several times. */
export type ExportItems = (userId: string) => AsyncIterable<ExportedItem>

async function* itemsJson(items: AsyncIterable<ExportedItem>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const { details } of items) {
    yield separator + JSON.stringify(details)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/** A file of an export beside those that the account stores. */
export interface ExportedFile {
  name: string
  content: Buffer
}

/**
 * Writes an export while it is read: files are stored as they are, one after the other, so that one is open at a time. An
 * error ends the stream, so that no short archive looks complete. A reader that goes away closes the open file.
 */
export const exportArchive = async (
  manifest: unknown,
  items: () => AsyncIterable<ExportedItem>,
  files: readonly ExportedFile[] = [],
): Promise<Readable> => {
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
  const write = async () => {
    await append(`${JSON.stringify(manifest, null, 2)}\n`, { name: 'manifest.json' })
    await append(Readable.from(itemsJson(items())), { name: 'items.json' })
    for (const { name, content } of files) await append(content, { name })
    for await (const { path, modifiedAt, open } of items()) {
      await append(open?.() ?? '', { name: path, date: modifiedAt })
    }
    await archive.finalize()
  }
  write().catch((error: Error) => archive.destroy(error))
  return archive
}
