import type { BlobStore } from '../../../platform/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { directoryEntries } from './archive-directory.ts'
import { type ArchiveFile, archiveItemOf, type ExtractionLimits } from './archive-entry.ts'
import type { BlobWindow } from './blob-window.ts'
import { DamagedEntryError, readEntry, streamEntry } from './entry-content.ts'

/** Format and version of the exports that can be imported (modules/users/server/services/data-exports.ts writes them). */
const supported = { format: 'coffer-export', version: 1 }

const manifestPath = 'manifest.json'
const listPath = /^(?:(?:items|missing)\.json|data\/[a-z]+\/[a-z_]+\.json)$/
/** Bytes of one list, and of a file that is read as a whole: what an export claims is not trusted. */
const maxListBytes = 256 << 20
const maxWholeBytes = 16 << 20
/** Bytes of the manifest, which is read while the caller waits. */
const maxManifestBytes = 64 << 10
/** Lists that are found again by their paths; an export has a few dozen. */
const maxLists = 1_000
const maxLineBytes = 256 << 10
/** Rows of a list of a module: each may be a call of a service. `items.json` has a limit of its own. */
const maxRows = 50_000
/** Lines of a list that are no rows: both brackets, and the empty one at the end. */
const linesAround = 3
/** Entries among which the manifest of an export is; it is the first one. */
const maxEntriesBefore = 100

/** The installation's limits concern files of the account, not the lists of its export. */
const listLimits: ExtractionLimits = { depth: -1, maxFileBytes: null, blacklist: [] }

const pathOf = ({ folders, name }: ArchiveFile): string => [...folders, name].join('/')

async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let start = 0
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
      if (end - start > maxLineBytes) throw new DamagedEntryError()
      yield rest.toString('utf8', start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
    if (rest.length > maxLineBytes) throw new DamagedEntryError()
  }
  yield rest.toString('utf8')
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DamagedEntryError('', { cause })
  }
}

const readWhole = async (source: BlobWindow, file: ArchiveFile, maxBytes = maxWholeBytes): Promise<unknown> => {
  if (Math.max(file.size, file.packedSize) > maxBytes) throw new DamagedEntryError()
  return parse((await readEntry(source, file)).toString())
}

const isSupported = (manifest: unknown): boolean =>
  typeof manifest === 'object' &&
  manifest !== null &&
  Object.entries(supported).every(([name, value]) => (manifest as Record<string, unknown>)[name] === value)

/** 422 `not-an-export` for an archive without the manifest of an export that can be imported. */
export const requireExport = async (source: BlobWindow): Promise<void> => {
  let entries = 0
  for await (const entry of directoryEntries(source)) {
    entries += 1
    if (entries > maxEntriesBefore) break
    const item = archiveItemOf(entry, listLimits)
    if (item.kind !== 'file' || pathOf(item) !== manifestPath) continue
    const manifest = await readWhole(source, item, maxManifestBytes).catch((error: unknown) => {
      if (error instanceof DamagedEntryError) return null
      throw source.failure ?? error
    })
    if (isSupported(manifest)) return
    break
  }
  throw storageErrors.fail('not-an-export')
}

interface StoredExport {
  blobs: Pick<BlobStore, 'open'>
  key: string
  source: BlobWindow
}

/** Lists of an export. What they hold is not trusted: anybody can write such an archive. */
export class ExportLists {
  private readonly stored: StoredExport
  private readonly signal: AbortSignal
  private readonly files: ReadonlyMap<string, ArchiveFile>
  private constructor(stored: StoredExport, files: ReadonlyMap<string, ArchiveFile>, signal: AbortSignal) {
    this.stored = stored
    this.files = files
    this.signal = signal
  }

  static async open(stored: StoredExport, signal: AbortSignal): Promise<ExportLists> {
    const files = new Map<string, ArchiveFile>()
    for await (const entry of directoryEntries(stored.source)) {
      signal.throwIfAborted()
      const item = archiveItemOf(entry, listLimits)
      if (item.kind === 'file' && listPath.test(pathOf(item)) && files.size < maxLists) files.set(pathOf(item), item)
    }
    return new ExportLists(stored, files, signal)
  }

  /** A file of JSON; null when the export has none. Rejects with `DamagedEntryError`. */
  async whole(path: string): Promise<unknown> {
    const file = this.files.get(path)
    return file ? readWhole(this.stored.source, file) : null
  }

  /** Rows of a list, one of a line. Rejects with `DamagedEntryError`, also after `limit` lines, or as the signal is aborted. */
  async *rows(path: string, limit = maxRows): AsyncGenerator<unknown> {
    const file = this.files.get(path)
    if (!file) return
    if (file.size > maxListBytes) throw new DamagedEntryError()
    // Empty lines count as well: 256 MiB of them are packed into 260 kB.
    let lines = 0
    for await (const line of linesOf(streamEntry(this.stored, file, this.signal))) {
      this.signal.throwIfAborted()
      lines += 1
      if (lines > limit + linesAround) throw new DamagedEntryError()
      const row = line.trim().replace(/,$/, '')
      if (['', '[', ']', '[]'].includes(row)) continue
      yield parse(row)
    }
  }
}
