import { setImmediate } from 'node:timers/promises'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { AppError } from '../../../platform/index.ts'
import { findDirectory } from '../../archives/index.ts'
import { maxArchiveEntries } from '../../tree/contract.ts'
import { storageErrors } from '../../tree/index.ts'
import type { BlobWindow } from './blob-window.ts'

/** Entries after which other work of the process has its turn. */
const entriesPerTurn = 200
const entryHeaderBytes = 46

/** Lets `yauzl` read an archive that is no local file. */
class WindowReader extends RandomAccessReader {
  private readonly source: BlobWindow
  constructor(source: BlobWindow) {
    super()
    this.source = source
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.source.read(position, length).then((bytes) => {
      bytes.copy(into, offset)
      callback(bytes.length < length ? new Error('the archive ends early') : null)
    }, callback)
  }
}

/**
 * Finds the central directory by the end of the archive. 422 when it is no whole zip archive or has too many entries; its
 * numbers are what the archive claims.
 */
export const requireDirectory = async (source: BlobWindow): Promise<{ size: number; total: number }> => {
  const directory = await findDirectory(source.size, (position, length) => source.read(position, length))
  if (!directory) throw storageErrors.fail('archive-unreadable')
  if (directory.disk !== 0) throw storageErrors.fail('archive-split')
  if (directory.total > maxArchiveEntries) throw storageErrors.fail('archive-too-large')
  return directory
}

const unreadable = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : storageErrors.fail(/strong encryption/.test(String(error)) ? 'archive-encrypted' : 'archive-unreadable', {
        cause: error,
      })

/**
 * The records of the central directory, in their order and one at a time: their memory does not grow with the archive. Rejects with
 * 422 for a damaged one, also where it has other entries than `requireDirectory` said, by which they are limited: the end of
 * an archive has two places for their number. With the store's own error.
 */
export async function* directoryEntries(source: BlobWindow): AsyncGenerator<Entry> {
  try {
    const { size, total } = await requireDirectory(source)
    const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false }
    const zip = await fromRandomAccessReaderPromise(new WindowReader(source), source.size, options)
    let [entries, bytes] = [0, 0]
    for await (const entry of zip.eachEntry()) {
      bytes += entryHeaderBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      entries += 1
      if (entries > total) throw storageErrors.fail('archive-unreadable')
      yield entry
      if (entries % entriesPerTurn === 0) await setImmediate()
    }
    if (bytes !== size || entries !== total) throw storageErrors.fail('archive-unreadable')
  } catch (error) {
    throw source.failure ?? unreadable(error)
  }
}
