import type { BlobStore, Db, Jobs, Logger, SessionLocks, Settings, Tx } from '../../../platform/index.ts'
import type { OperationRow, Operations } from '../../operations/index.ts'
import { maxDepth, maxWaitingExtractions } from '../../tree/contract.ts'
import {
  allow,
  type Entitlements,
  type Folders,
  requireDiskReserve,
  requireFolder,
  requireItem,
  type Scope,
  storageErrors,
} from '../../tree/index.ts'
import type { Uploads } from '../../uploads/index.ts'
import { inspectArchive } from './archive-requests.ts'
import { EntryStore, type ExtractionGrants } from './entry-store.ts'
import { requireExport } from './export-lists.ts'
import { countExtractions, findLeftUploads } from './extraction.row.ts'
import { ExtractionRunner } from './extraction-runner.ts'
import { ExtractionTurns } from './extraction-turns.ts'
import { Extractor } from './extractor.ts'
import { ImportTurns } from './import-turns.ts'
import { Importers } from './importers.ts'

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

interface QueuedArchive {
  name: string
  key: string
  size: number
  entries: number
  parentId: string | null
}

const job = 'extract-archives'

/**
 * Extracts stored zip archives into folders beside them (decision 0051), and imports exports of accounts (decision 0053), as
 * operations of kinds of their own.
 */
export class Extractions {
  /** Other modules import their lists of an export. */
  readonly importers = new Importers()
  private readonly deps: ExtractionsDeps
  private readonly runner: ExtractionRunner
  constructor(deps: ExtractionsDeps) {
    this.deps = deps
    const extractor = new Extractor({ ...deps, store: new EntryStore(deps) })
    const imports = new ImportTurns({ ...deps, extractor, importers: this.importers })
    this.runner = new ExtractionRunner({ ...deps, turns: new ExtractionTurns({ ...deps, extractor, imports }) })
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
    const { db } = this.deps
    const { item } = await requireItem(db, scope, itemId)
    if (item.is_folder || item.blob_id === null) throw storageErrors.fail('item-not-found')
    // A shared file itself has no folder within the scope.
    if (item.id === scope.root) throw storageErrors.fail('forbidden')
    const parent = await requireFolder(db, scope, item.parent_id)
    if ((parent?.depth ?? 0) >= maxDepth)
      throw storageErrors.fail('max-depth-exceeded', { field: 'item_id', values: { limit: maxDepth } })
    await this.requireEntitlement(scope)
    const archive = await inspectArchive(this.deps, item.blob_id)
    return this.queue(scope, 'extract', { ...archive, name: item.name, parentId: item.parent_id })
  }

  /**
   * Queues the import of an export, a file of the caller's own, into their account. 404, 422 for what is no export, 401, 429,
   * 507; a full quota fails the operation.
   */
  async import(scope: Scope, itemId: string): Promise<OperationRow> {
    const { item } = await requireItem(this.deps.db, scope, itemId)
    if (item.is_folder || item.blob_id === null) throw storageErrors.fail('item-not-found')
    await this.requireEntitlement(scope)
    const archive = await inspectArchive(this.deps, item.blob_id, requireExport)
    return this.queue(scope, 'import', { ...archive, name: item.name, parentId: null })
  }

  private async queue(scope: Scope, kind: 'extract' | 'import', { entries, ...archive }: QueuedArchive) {
    const { db, operations } = this.deps
    const row = await db.transaction(async (tx) => {
      await scope.lockPermission?.(tx)
      await tx.lock(`extractions/${scope.actor.key}`)
      if ((await countExtractions(tx, scope.actor.userId)) >= maxWaitingExtractions)
        throw storageErrors.fail('too-many-extractions')
      await this.deps.countItems(scope.ownerId, Math.max(1, entries), tx)
      return operations.create(scope, { kind, input: { archive } }, tx)
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
}
