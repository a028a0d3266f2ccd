import { Readable } from 'node:stream'
import {
  BackupError,
  type BackupStore,
  type BlobStore,
  type Config,
  type Db,
  dumpQuery,
  dumpTables,
  forEachConcurrently,
  openBackupStore,
  readInstallationId,
  type SessionLock,
  type SessionLocks,
  type Snapshot,
  storeUses,
} from '../../../platform/index.ts'
import { acquireLockWithRetry } from './acquire-lock-with-retry.ts'
import { type BackupManifest, type BlobLine, backupLock, blobsQuery } from './backup-manifest.ts'
import { configuredVariables } from './configured-variables.ts'
import { readBlobList } from './read-blob-list.ts'
import { removeOldBackups, requireHeldLock, writeSnapshot } from './remove-old-backups.ts'
import { withSourceBlob } from './with-source-blob.ts'

export interface BackupReport {
  id: string
  /** Folder or object store, without secrets. */
  folder: string
  tables: number
  blobs: number
  bytes: number
  /** Number of blobs that earlier backups did not hold. */
  copied: number
  /** Bytes of these blobs. */
  copied_bytes: number
  /** Keys of blobs that are missing, damaged or unreadable in the store. */
  damaged: string[]
  /** Why old backups could not be removed. */
  notRemoved: string | null
}

/** Words of contents, which each backup would copy whole: a job reads them again after a restore (decision 0050). */
const derivedTables = ['blob_texts']

/** Thrown while another backup is being made. */
export class BackupBusyError extends BackupError {
  constructor() {
    super('another backup is running')
  }
}

interface BackupDeps {
  db: Db
  locks: SessionLocks
  blobs: BlobStore
  config: Config
}

/**
 * Makes backups while the server runs. The database is copied first, as one transaction sees it. All of its blobs exist at
 * that moment, never change, and are not unlinked while the lock is held; so they can be copied after the transaction.
 */
export class Backups {
  private readonly stopping = new AbortController()
  private readonly deps: BackupDeps
  constructor(deps: BackupDeps) {
    this.deps = deps
  }

  /** Adds a backup to a folder or an object store, and keeps the newest `keep` (0: all). Throws `BackupError`. */
  async run(target: string, { keep = 0 }: { keep?: number } = {}): Promise<BackupReport> {
    const store = await openBackupStore(target, this.deps.config.dataDir)
    try {
      return await this.add(store, keep)
    } finally {
      store.close()
    }
  }

  private async add(store: BackupStore, keep: number): Promise<BackupReport> {
    // The garbage collector holds the lock for moments.
    const lock = await acquireLockWithRetry(this.deps.locks, backupLock)
    if (!lock) throw new BackupBusyError()
    try {
      await store.claim(await readInstallationId(this.deps.db), storeUses(this.deps.db))
      const snapshot = await store.begin(await this.deps.db.now())
      const { manifest, copied } = await writeSnapshot(store, snapshot, lock, async () => {
        const manifest = await this.dump(snapshot)
        const copied = await this.copyBlobs(store, snapshot, manifest, lock)
        await store.finish(snapshot, manifest)
        return { manifest, copied }
      })
      // The backup is complete. A failure here must not make it again every hour.
      const cleanUp = keep > 0 ? removeOldBackups(store, keep, lock) : Promise.resolve()
      const notRemoved = await cleanUp.then(
        () => null,
        (error: Error) => error.message,
      )
      const { tables, blobs, damaged } = manifest
      const sizes = { tables: tables.length, blobs: blobs.count, bytes: blobs.total_bytes }
      return { id: snapshot.id, folder: store.name, ...sizes, ...copied, damaged, notRemoved }
    } finally {
      lock.release()
    }
  }

  /** Ends a running backup, which is then incomplete and not used. */
  stop(): void {
    this.stopping.abort(new BackupError('the backup was interrupted: the server stops'))
  }

  private dump(snapshot: Snapshot): Promise<BackupManifest> {
    const { signal } = this.stopping
    return this.deps.db.withOwnConnection(async (client) => {
      await client.query('begin isolation level repeatable read read only')
      const tables = await dumpTables(client, { snapshot, signal }, derivedTables)
      const list = await dumpQuery(client, blobsQuery, { snapshot, signal }, 'blobs.tsv.gz')
      await client.query('commit')
      const appKey = Readable.from([this.deps.config.appKey.toString('base64url')], { objectMode: false })
      const blobs = { ...list, count: 0, total_bytes: 0 }
      const created_at = (await this.deps.db.now()).toISOString()
      return {
        format: 'coffer-1',
        created_at,
        installation_id: await readInstallationId(this.deps.db),
        variables: configuredVariables(this.deps.config),
        ...tables,
        blobs,
        app_key: await snapshot.write('app-key', appKey),
        damaged: [],
      }
    })
  }

  private async copyBlobs(
    store: BackupStore,
    snapshot: Snapshot,
    manifest: BackupManifest,
    lock: SessionLock,
  ): Promise<{ copied: number; copied_bytes: number }> {
    const result = { copied: 0, copied_bytes: 0 }
    await forEachConcurrently(readBlobList(snapshot, manifest), async (blob) => {
      this.stopping.signal.throwIfAborted()
      requireHeldLock(lock)
      manifest.blobs.count += 1
      manifest.blobs.total_bytes += blob.size
      if (await store.hasBlob(blob.key, blob.size)) return
      if (await this.copyBlob(store, blob)) {
        result.copied += 1
        result.copied_bytes += blob.size
      } else manifest.damaged.push(blob.key)
    })
    return result
  }

  /** Writes a blob, also over a damaged one. False when the store does not hold its uploaded content. */
  copyBlob(store: BackupStore, { key, sha256 }: Pick<BlobLine, 'key' | 'sha256'>): Promise<boolean> {
    return withSourceBlob(this.deps.blobs, key, (blob) =>
      store.storeBlob(key, blob, (written) => written.toString('hex') === sha256),
    )
  }
}
