import type { Entry } from 'yauzl'
import type { BlobStore, Db } from '../../../platform/index.ts'
import type { ArchiveInput, OperationRow } from '../../operations/index.ts'
import { directoryEntries } from './archive-directory.ts'
import type { ArchiveItem } from './archive-entry.ts'
import { BlobWindow } from './blob-window.ts'
import { type Batched, bytesOf, onePiece } from './entry-batch.ts'
import { isSmall, readEntry, streamEntry } from './entry-content.ts'
import type { EntryStore, ExtractionTarget } from './entry-store.ts'
import { advanceExtraction, releasedPositionOf, releaseReserved } from './extraction.row.ts'
import type { ImportJournal } from './import-journal.ts'
import { LeftOutEntries } from './left-out-entries.ts'
import { leftOutReasonOf } from './left-out-reason.ts'

/** Small files that are read, and then committed together. */
const maxBatchFiles = 32

interface ExtractorDeps {
  db: Db
  blobs: BlobStore
  store: EntryStore
}

interface ExtractionRun {
  op: OperationRow
  target: ExtractionTarget
  itemOf(entry: Entry): ArchiveItem
  /** Notes of an import about what is stored. */
  journal?: ImportJournal
  signal: AbortSignal
  /** Whether another extraction waits for its turn; asked between two batches. */
  mustYield(): boolean
  onProgress(): void
}

/** Extracts archives batch by batch. Each batch is stored first and then counted, so that a repeated one changes nothing. */
export class Extractor {
  private readonly deps: ExtractorDeps
  constructor(deps: ExtractorDeps) {
    this.deps = deps
  }

  /** Goes on where the operation is. False when it has to yield or was ended meanwhile; true when all entries are done. */
  async run(run: ExtractionRun): Promise<boolean> {
    const { blobs } = this.deps
    const { key, size } = run.op.input.archive as ArchiveInput
    // Two readers: an object store sends each of them one range after the other.
    const directory = new BlobWindow(await blobs.open(key), size)
    try {
      const content = new BlobWindow(await blobs.open(key), size)
      try {
        return await this.extract(run, directory, content)
      } finally {
        content.release()
      }
    } finally {
      directory.release()
    }
  }

  private async extract(run: ExtractionRun, directory: BlobWindow, content: BlobWindow): Promise<boolean> {
    const leftOut = new LeftOutEntries(run.op.left_out)
    let [position, index] = [run.op.position, -1]
    let released = releasedPositionOf(run.op)
    let batch: Batched[] = []
    // An attempt before this one may have stored files that it did not count.
    let mayRepeat = true
    const flush = async (): Promise<boolean> => {
      run.signal.throwIfAborted()
      const to = index + 1
      const bytes = bytesOf(batch.filter((each) => each.index >= released))
      if (bytes > 0) {
        await releaseReserved(this.deps.db, run.op.id, { from: released, to, bytes })
        released = to
      }
      await this.storeBatch(run, batch, content, { leftOut, mayRepeat })
      const items = batch.filter(({ item }) => item.kind !== 'skipped').length
      const isOurs = await advanceExtraction(this.deps.db, run.op.id, {
        from: position,
        to,
        items,
        leftOut: leftOut.list(),
        ...run.journal?.take(),
      })
      position = to
      batch = []
      mayRepeat = false
      run.onProgress()
      return isOurs
    }
    for await (const entry of directoryEntries(directory)) {
      index += 1
      if (index < position) continue
      const item = run.itemOf(entry)
      batch.push({ index, item })
      const isLarge = item.kind === 'file' && !isSmall(item)
      if (!isLarge && batch.length < maxBatchFiles) continue
      if (!(await flush()) || run.mustYield()) return false
    }
    return batch.length === 0 || flush()
  }

  private async storeBatch(
    { op, target, journal, signal }: ExtractionRun,
    batch: readonly Batched[],
    content: BlobWindow,
    { leftOut, mayRepeat }: { leftOut: LeftOutEntries; mayRepeat: boolean },
  ): Promise<void> {
    const { blobs, store } = this.deps
    const { key } = op.input.archive as ArchiveInput
    const stores: (() => Promise<void>)[] = []
    /** Runs what concerns one entry, which is left out for errors of its own. */
    const attempt = async (item: ArchiveItem, work: () => Promise<void>): Promise<void> => {
      try {
        await work()
      } catch (error) {
        if (content.failure) throw content.failure
        const path = item.kind === 'file' ? [...item.folders, item.name] : item.kind === 'folder' ? item.folders : []
        leftOut.add(leftOutReasonOf(error), path.join('/'))
      }
    }
    for (const { index, item } of batch) {
      signal.throwIfAborted()
      if (item.kind === 'left-out') leftOut.add(item.reason, item.path)
      if (item.kind === 'folder')
        await attempt(item, async () => {
          const folder = await store.storeFolder(target, item.folders)
          await journal?.folder(folder, item.details)
        })
      if (item.kind !== 'file') continue
      const found = mayRepeat || target.merges ? await store.findStored(target, index, item) : null
      if (found) {
        journal?.file(found, item.details)
        continue
      }
      const storeFile = async (pieces: AsyncIterable<Buffer>) => {
        const file = await store.storeFile(target, index, item, pieces)
        journal?.file(file, item.details)
      }
      await attempt(item, async () => {
        if (!isSmall(item)) return storeFile(streamEntry({ blobs, key, source: content }, item, signal))
        const bytes = await readEntry(content, item)
        stores.push(() => attempt(item, () => storeFile(onePiece(bytes))))
      })
    }
    // All at once, so that they are committed together; each has ended before the next attempt.
    const stored = await Promise.allSettled(stores.map((each) => each()))
    for (const result of stored) if (result.status === 'rejected') throw result.reason
  }
}
