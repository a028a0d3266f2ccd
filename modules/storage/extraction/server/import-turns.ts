import type { Entry } from 'yauzl'
import type { BlobStore, Db, Settings, Tx } from '../../../platform/index.ts'
import { type ArchiveInput, lockRunning, type OperationRow } from '../../operations/index.ts'
import { type Folders, type Scope, storageErrors } from '../../tree/index.ts'
import type { Uploads } from '../../uploads/index.ts'
import type { ArchiveItem } from './archive-entry.ts'
import { BlobWindow } from './blob-window.ts'
import { DamagedEntryError } from './entry-content.ts'
import { storingScope } from './entry-store.ts'
import { ExportIndex } from './export-index.ts'
import { ExportLists } from './export-lists.ts'
import type { Extractor } from './extractor.ts'
import { importItemOf } from './import-entry.ts'
import { ImportJournal } from './import-journal.ts'
import { importSections } from './import-sections.ts'
import type { Importers } from './importers.ts'
import { type ArchiveMeasure, measureArchive } from './measure-archive.ts'

interface ImportTurnsDeps {
  db: Db
  blobs: BlobStore
  settings: Settings
  folders: Folders
  uploads: Uploads
  importers: Importers
  extractor: Extractor
  countItems(ownerId: string, items: number, tx: Tx): Promise<unknown>
}

interface Turn {
  signal: AbortSignal
  mustYield(): boolean
  onProgress(): void
}

/** Works on one import at a time: its files as an extraction into the root, then the lists of the modules (decision 0053). */
export class ImportTurns {
  private readonly deps: ImportTurnsDeps
  constructor(deps: ImportTurnsDeps) {
    this.deps = deps
  }

  /** Goes on with an import, and ends it when all of it is done. */
  async run(waiting: OperationRow, turn: Turn): Promise<void> {
    const { blobs, db, extractor, folders } = this.deps
    const { key, size } = waiting.input.archive as ArchiveInput
    const scope = storingScope(waiting.id, waiting.scope)
    const source = new BlobWindow(await blobs.open(key), size)
    try {
      const lists = await ExportLists.open({ blobs, key, source }, turn.signal)
      const itemOf = await this.itemsOf(lists)
      const op = waiting.prepared
        ? waiting
        : await this.begin(waiting, scope, await measureArchive(source, itemOf, turn.signal))
      if (!op) return
      const journal = new ImportJournal({ db, folders }, op, scope)
      const target = { operation: op.id, scope, folder: null, merges: true }
      if (await extractor.run({ op, target, itemOf, journal, ...turn }))
        await importSections(this.deps, lists, op.id, turn.signal)
    } finally {
      source.release()
    }
  }

  private async itemsOf(lists: ExportLists): Promise<(entry: Entry) => ArchiveItem> {
    const { settings, uploads } = this.deps
    const index = await ExportIndex.read(lists).catch((error: unknown) => {
      throw error instanceof DamagedEntryError ? storageErrors.fail('archive-unreadable', { cause: error }) : error
    })
    const [maxFileBytes, blacklist] = [await uploads.sizeLimit(), await settings.get('mimetypes_blacklist')]
    return (entry) => importItemOf(entry, { depth: 0, maxFileBytes, blacklist }, index)
  }

  /**
   * Marks a measured import as begun. It reserves nothing: of one that is repeated most is there already. Null when the
   * operation was ended, 429 for more folders than are left for this day.
   */
  private begin({ id }: OperationRow, scope: Scope, measure: ArchiveMeasure): Promise<OperationRow | null> {
    return this.deps.db.transaction(async (tx) => {
      const op = await lockRunning(tx, id)
      if (!op || op.prepared) return op
      if (measure.unlisted > 0) await this.deps.countItems(scope.ownerId, measure.unlisted, tx)
      const [begun] = await tx.query<OperationRow>(
        'update operations set prepared = true, total = $2, updated_at = now() where id = $1 returning *',
        [id, measure.items],
      )
      return begun ?? null
    })
  }
}
