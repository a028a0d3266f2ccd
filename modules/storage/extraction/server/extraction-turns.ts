import { AppError, type BlobStore, type Db, type Settings, type Tx } from '../../../platform/index.ts'
import { type ArchiveInput, endOperation, type OperationRow, type Operations } from '../../operations/index.ts'
import { type Entitlements, type Folders, requireFolder, type Scope } from '../../tree/index.ts'
import type { Uploads } from '../../uploads/index.ts'
import type { ExtractionLimits } from './archive-entry.ts'
import { beginExtraction } from './begin-extraction.ts'
import { BlobWindow } from './blob-window.ts'
import { EntryStore, type ExtractionGrants, storingScope } from './entry-store.ts'
import { Extractor } from './extractor.ts'
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
  countItems(ownerId: string, items: number, tx: Tx): Promise<unknown>
}

/** Works on one extraction at a time, for as long as it has its turn. */
export class ExtractionTurns {
  private readonly deps: TurnsDeps
  private readonly extractor: Extractor
  constructor(deps: TurnsDeps) {
    this.deps = deps
    this.extractor = new Extractor({ db: deps.db, blobs: deps.blobs, store: new EntryStore(deps) })
  }

  /** Goes on with an extraction. True when all of it is done; false when it has given way or was ended. */
  async run(waiting: OperationRow, signal: AbortSignal, mustYield: () => boolean): Promise<boolean> {
    const { db, operations } = this.deps
    const scope = storingScope(waiting.id, waiting.scope)
    const op = waiting.prepared ? waiting : await this.begin(waiting, scope, signal)
    if (!op?.target_folder_id) return false
    const { target_folder_id: folder } = op
    const location = await requireFolder(db, scope, folder)
    let publishedAt = Number.NEGATIVE_INFINITY
    return this.extractor.run({
      op,
      target: { operation: op.id, scope, folder },
      limits: await this.limitsAt(location?.depth ?? 0),
      signal,
      mustYield,
      onProgress: () => {
        if (performance.now() - publishedAt < progressIntervalMs) return
        publishedAt = performance.now()
        operations.publish(op.id).catch(() => undefined)
      },
    })
  }

  /** Measures the archive, then creates its folder: of one that cannot be extracted nothing appears. */
  private async begin(op: OperationRow, scope: Scope, signal: AbortSignal): Promise<OperationRow | null> {
    const { db, blobs } = this.deps
    const { key, size, parentId } = op.input.archive as ArchiveInput
    const parent = await requireFolder(db, scope, parentId)
    const source = new BlobWindow(await blobs.open(key), size)
    try {
      const measure = await measureArchive(source, await this.limitsAt((parent?.depth ?? 0) + 1), signal)
      // A remote store needs room for one file at a time on this disk, which its upload asks for.
      await blobs.ensureRoom(measure.bytes, { staged: false })
      return await beginExtraction(this.deps, op, scope, measure)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'too-many-attempts')) throw error
      // A limit of a day, which another attempt in a second meets too.
      await endOperation(db, op.id, 'failed', error.code)
      return null
    } finally {
      source.release()
    }
  }

  private async limitsAt(depth: number): Promise<ExtractionLimits> {
    const { settings, uploads } = this.deps
    return { depth, maxFileBytes: await uploads.sizeLimit(), blacklist: await settings.get('mimetypes_blacklist') }
  }
}
