import type { BlobStore, Db, Jobs, Logger, SessionLocks, Settings, Tx } from '../../../platform/index.ts'
import type { OperationRow, Operations } from '../../operations/index.ts'
import { maxDepth, maxWaitingExtractions } from '../../tree/contract.ts'
import {
  allow,
  asAppError,
  type Entitlements,
  type Folders,
  requireDiskReserve,
  requireFolder,
  requireItem,
  type Scope,
  storageErrors,
} from '../../tree/index.ts'
import type { Uploads } from '../../uploads/index.ts'
import { requireDirectory } from './archive-directory.ts'
import { BlobWindow } from './blob-window.ts'
import type { ExtractionGrants } from './entry-store.ts'
import { countExtractions, findLeftUploads } from './extraction.row.ts'
import { ExtractionRunner } from './extraction-runner.ts'
import { ExtractionTurns } from './extraction-turns.ts'

interface ExtractionsDeps {
  db: Db
  blobs: BlobStore
  locks: SessionLocks
  log: Logger
  jobs: Jobs
  settings: Settings
  entitlements: Entitlements
  folders: Folders
  uploads: Uploads
  operations: Operations
  grants: ExtractionGrants
  /** Counts entries that are extracted; throws 429 for too many of this owner. */
  countItems(ownerId: string, items: number, tx: Tx): Promise<unknown>
}

interface StoredArchive {
  key: string
  size: number
  is_damaged: boolean
}

const job = 'extract-archives'

/** Extracts stored zip archives into folders beside them, as operations of their own kind (decision 0051). */
export class Extractions {
  private readonly deps: ExtractionsDeps
  private readonly runner: ExtractionRunner
  constructor(deps: ExtractionsDeps) {
    this.deps = deps
    this.runner = new ExtractionRunner({ ...deps, turns: new ExtractionTurns(deps) })
    deps.jobs.define(job, () => this.work(), { cron: '* * * * *', isPrompt: true })
  }

  /** Goes on with extractions that an earlier process left. To be called when `jobs` runs. */
  start(): void {
    this.runner.start()
  }

  stop(): Promise<void> {
    return this.runner.stop()
  }

  /**
   * Queues the extraction of a file beside it. 404 outside the scope, 403, 422 for what is no zip archive or too large for one,
   * 401, 429, 507; what shows only in the whole directory of the archive, and a full quota, fail the operation.
   */
  async extract(scope: Scope, itemId: string): Promise<OperationRow> {
    allow(scope, 'upload')
    allow(scope, 'create')
    const { db, operations } = this.deps
    const { item } = await requireItem(db, scope, itemId)
    if (item.is_folder || item.blob_id === null) throw storageErrors.fail('item-not-found')
    // A shared file itself has no folder within the scope.
    if (item.id === scope.root) throw storageErrors.fail('forbidden')
    const parent = await requireFolder(db, scope, item.parent_id)
    if ((parent?.depth ?? 0) >= maxDepth)
      throw storageErrors.fail('max-depth-exceeded', { field: 'item_id', values: { limit: maxDepth } })
    await this.requireEntitlement(scope)
    const { key, size, entries } = await this.inspect(item.blob_id)
    const row = await db.transaction(async (tx) => {
      await scope.lockPermission?.(tx)
      await tx.lock(`extractions/${scope.actor.key}`)
      if ((await countExtractions(tx, scope.actor.userId)) >= maxWaitingExtractions)
        throw storageErrors.fail('too-many-extractions')
      await this.deps.countItems(scope.ownerId, Math.max(1, entries), tx)
      const archive = { name: item.name, key, size, parentId: item.parent_id }
      return operations.create(scope, { kind: 'extract', input: { archive } }, tx)
    })
    await this.enqueue()
    return row
  }

  private async work(): Promise<void> {
    this.runner.wake()
    const { db, uploads } = this.deps
    // They keep bytes of a quota reserved that may be another account's.
    await uploads.cancellation.cancelMany(await findLeftUploads(db))
  }

  /** Any process on this database may go on; this one does at once. */
  private async enqueue(): Promise<void> {
    this.runner.wake()
    await this.deps.jobs
      .add(job, {}, { key: job })
      .catch((error: unknown) => this.deps.log.warn({ err: error }, 'extractions: other processes look later'))
  }

  private async requireEntitlement({ ownerId }: Scope): Promise<void> {
    const { entitlements, blobs } = this.deps
    await requireDiskReserve(blobs)
    if (!(await entitlements.canUpload(ownerId, 0)).allowed) throw storageErrors.fail('upload-restricted')
    if (!(await entitlements.canCreateFolder(ownerId)).allowed) throw storageErrors.fail('create-folder-restricted')
  }

  /** Where the archive is stored, and how many entries its end claims. */
  private async inspect(blobId: string): Promise<{ key: string; size: number; entries: number }> {
    const { db, blobs } = this.deps
    const [blob] = await db.query<StoredArchive>(
      'select key, size, damaged_at is not null as is_damaged from blobs where id = $1',
      [blobId],
    )
    if (!blob) throw storageErrors.fail('blob-missing')
    if (blob.is_damaged) throw storageErrors.fail('integrity')
    try {
      const source = new BlobWindow(await blobs.open(blob.key), blob.size)
      try {
        return { key: blob.key, size: blob.size, entries: (await requireDirectory(source)).total }
      } finally {
        source.release()
      }
    } catch (error) {
      throw asAppError(error)
    }
  }
}
