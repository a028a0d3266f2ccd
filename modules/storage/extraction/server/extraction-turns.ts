import type { Entry } from 'yauzl'
import { AppError, type BlobStore, type Db, type Settings, type Tx } from '../../../platform/index.ts'
import { type ArchiveInput, endOperation, type OperationRow, type Operations } from '../../operations/index.ts'
import { type Entitlements, type Folders, requireFolder, type Scope } from '../../tree/index.ts'
import type { Uploads } from '../../uploads/index.ts'
import { type ArchiveItem, archiveItemOf } from './archive-entry.ts'
import { beginExtraction } from './begin-extraction.ts'
import { BlobWindow } from './blob-window.ts'
import { type ExtractionGrants, storingScope } from './entry-store.ts'
import type { Extractor } from './extractor.ts'
import type { ImportTurns } from './import-turns.ts'
import { measureArchive } from './measure-archive.ts'

const progressIntervalMs = 500

interface TurnsDeps {
  db: Db
  blobs: BlobStore
  settings: Settings
  entitlements: Entitlements
  folders: Folders
  uploads: Uploads
  operations: Pick<Operations, 'publish'>
  grants: ExtractionGrants
  extractor: Extractor
  imports: Pick<ImportTurns, 'run'>
  countItems(ownerId: string, items: number, tx: Tx): Promise<unknown>
}

/** Works on one extraction at a time, for as long as it has its turn. */
export class ExtractionTurns {
  private readonly deps: TurnsDeps
  constructor(deps: TurnsDeps) {
    this.deps = deps
  }

  /** Goes on with an extraction or import. True when all of an extraction is done; false when it has given way or has ended. */
  async run(waiting: OperationRow, signal: AbortSignal, mustYield: () => boolean): Promise<boolean> {
    const turn = { signal, mustYield, onProgress: this.progressOf(waiting) }
    if (waiting.kind === 'extract') return this.extract(waiting, turn)
    await this.deps.imports.run(waiting, turn).catch((error: unknown) => this.endAtLimit(waiting, error))
    return false
  }

  private async extract(
    waiting: OperationRow,
    turn: { signal: AbortSignal; mustYield(): boolean; onProgress(): void },
  ): Promise<boolean> {
    const { db, extractor } = this.deps
    const scope = storingScope(waiting.id, waiting.scope)
    const op = waiting.prepared ? waiting : await this.begin(waiting, scope, turn.signal)
    if (!op?.target_folder_id) return false
    const { target_folder_id: folder } = op
    const location = await requireFolder(db, scope, folder)
    const target = { operation: op.id, scope, folder }
    return extractor.run({ op, target, itemOf: await this.itemsAt(location?.depth ?? 0), ...turn })
  }

  private progressOf({ id }: OperationRow): () => void {
    let publishedAt = Number.NEGATIVE_INFINITY
    return () => {
      if (performance.now() - publishedAt < progressIntervalMs) return
      publishedAt = performance.now()
      this.deps.operations.publish(id).catch(() => undefined)
    }
  }

  /** Measures the archive, then creates its folder: of one that cannot be extracted nothing appears. */
  private async begin(op: OperationRow, scope: Scope, signal: AbortSignal): Promise<OperationRow | null> {
    const { db, blobs } = this.deps
    const { key, size, parentId } = op.input.archive as ArchiveInput
    const parent = await requireFolder(db, scope, parentId)
    const source = new BlobWindow(await blobs.open(key), size)
    try {
      const measure = await measureArchive(source, await this.itemsAt((parent?.depth ?? 0) + 1), signal)
      // A remote store needs room for one file at a time on this disk, which its upload asks for.
      await blobs.ensureRoom(measure.bytes, { staged: false })
      return await beginExtraction(this.deps, op, scope, measure)
    } catch (error) {
      return this.endAtLimit(op, error)
    } finally {
      source.release()
    }
  }

  /** Ends the operation at a limit of a day, which another attempt in a second meets too. Throws all other errors. */
  private async endAtLimit({ id }: OperationRow, error: unknown): Promise<null> {
    if (!(error instanceof AppError && error.code === 'too-many-attempts')) throw error
    await endOperation(this.deps.db, id, 'failed', error.code)
    return null
  }

  private async itemsAt(depth: number): Promise<(entry: Entry) => ArchiveItem> {
    const { settings, uploads } = this.deps
    const [maxFileBytes, blacklist] = [await uploads.sizeLimit(), await settings.get('mimetypes_blacklist')]
    return (entry) => archiveItemOf(entry, { depth, maxFileBytes, blacklist })
  }
}
