import {
  BackupError,
  type BackupStore,
  type Db,
  isObjectStore,
  type Jobs,
  type Logger,
  openBackupStore,
  openSnapshot,
  type Snapshot,
  verifyBackupFile,
} from '../../../platform/index.ts'
import { alertAdmins } from './alert-admins.ts'
import type { Backups } from './backup.ts'
import type { BackupManifest, BlobLine } from './backup-manifest.ts'
import { bytesPerRun, contentPassDays, StoredProgress } from './progress.ts'
import { readBlobList } from './read-blob-list.ts'

interface BackupSlicesDeps {
  db: Db
  jobs: Jobs
  log: Logger
  backups: Backups
}

interface State {
  /** Name of the target that this state describes. */
  target: string
  /** The last snapshot whose own files were read. */
  snapshot: string
  /** Key of the last blob that was read; '' between two passes. */
  after: string
  bytesPerRun: number
  /** Snapshots with a file that is missing or was changed. */
  torn: string[]
  /** Blobs that are missing or damaged in the target and cannot be written again. */
  damaged: BlobLine[]
}

interface Contents {
  snapshot: Snapshot
  manifest: BackupManifest
}

interface Counts {
  blobs: number
  /** Damaged blobs that were not known. */
  found: number
  repaired: number
}

const initial: State = { target: '', snapshot: '', after: '', bytesPerRun: 0, torn: [], damaged: [] }

/**
 * Reads the newest backup again and again: its tables once, its blobs a part at a time. A blob that is missing or was
 * changed is written again from the store; no later backup would do so, because they compare sizes only.
 */
export class BackupSlices {
  private readonly deps: BackupSlicesDeps
  private readonly progress: StoredProgress<State>
  constructor(deps: BackupSlicesDeps) {
    this.deps = deps
    this.progress = new StoredProgress(deps.db, 'backup', initial)
  }

  /** Known damage of the backups in a target: id of a torn one, number of damaged blobs. */
  async known(targetName: string): Promise<{ torn: string | null; damaged: number }> {
    const { target, torn, damaged } = await this.progress.read()
    return target === targetName ? { torn: torn.at(-1) ?? null, damaged: damaged.length } : { torn: null, damaged: 0 }
  }

  /** Ids of a target's torn backups, and of the backup that was read last, if it is whole. */
  async verdicts(targetName: string): Promise<{ torn: string[]; verified: string | null }> {
    const { target, snapshot, torn } = await this.progress.read()
    if (target !== targetName) return { torn: [], verified: null }
    return { torn, verified: torn.includes(snapshot) ? null : snapshot || null }
  }

  /**
   * Reads the next part of the newest backup; `isForced`: its tables too, although they were read before. Rejects when the
   * target cannot be read.
   */
  async run(
    target: string,
    { isForced = false }: { isForced?: boolean } = {},
  ): Promise<{ blobs: number; damaged: number }> {
    const store = await openBackupStore(target)
    try {
      const ids = await store.snapshots()
      const id = ids.at(-1)
      if (!id) return { blobs: 0, damaged: 0 }
      const saved = await this.progress.read()
      const state = saved.target === store.name ? saved : { ...initial, target: store.name }
      state.torn = state.torn.filter((tornId) => ids.includes(tornId))
      if (isForced) state.torn = state.torn.filter((tornId) => tornId !== id)
      if (isForced || state.snapshot !== id) await this.checkSnapshot(store, id, state)
      if (state.torn.includes(id)) return { blobs: 0, damaged: state.damaged.length }
      const days = isObjectStore(target) ? contentPassDays.objectStore : contentPassDays.disk
      return await this.checkBlobs(store, await openSnapshot<BackupManifest>(store, id), state, days)
    } finally {
      store.close()
    }
  }

  private async checkSnapshot(store: BackupStore, id: string, state: State): Promise<void> {
    try {
      const { snapshot, manifest } = await openSnapshot<BackupManifest>(store, id)
      for (const digest of [...manifest.tables, manifest.blobs, manifest.app_key]) {
        this.deps.jobs.signal.throwIfAborted()
        await verifyBackupFile(snapshot, digest)
      }
    } catch (error) {
      // An error with a cause concerns the target, not the backup.
      if (!(error instanceof BackupError) || error.cause !== undefined) throw error
      state.torn.push(id)
      this.deps.log.error({ err: error }, 'a backup is torn')
      await alertAdmins(this.deps, 'storage.backup.failed', { reason: error.message })
    }
    state.snapshot = id
    await this.progress.write(state)
  }

  /** Reads the blobs of this part. After a failure of the target, the next part goes on where this one has stopped. */
  private async checkBlobs(
    store: BackupStore,
    { snapshot, manifest }: Contents,
    state: State,
    days: number,
  ): Promise<{ blobs: number; damaged: number }> {
    const counts = { blobs: 0, found: 0, repaired: 0 }
    if (state.after === '') state.bytesPerRun = bytesPerRun(manifest.blobs.total_bytes, days)
    const damagedBefore = state.damaged
    try {
      const isEnd = await this.readBlobs(store, { snapshot, manifest }, state, counts)
      // Another backup may have removed this one, with its blobs.
      if (!(await store.snapshots()).includes(snapshot.id))
        return { blobs: counts.blobs, damaged: damagedBefore.length }
      if (isEnd) state.after = ''
    } catch (error) {
      await this.keep(store, state, counts).catch((second: unknown) =>
        this.deps.log.warn({ err: second }, 'the progress of the check of backups is lost'),
      )
      throw error
    }
    await this.keep(store, state, counts)
    return { blobs: counts.blobs, damaged: state.damaged.length }
  }

  /** Reads blobs up to the byte limit of a part. False when blobs are left for the next part. */
  private async readBlobs(
    store: BackupStore,
    { snapshot, manifest }: Contents,
    state: State,
    counts: Counts,
  ): Promise<boolean> {
    const absent = new Set(manifest.damaged)
    const knownKeys = new Set(state.damaged.map(({ key }) => key))
    for (const blob of state.damaged) {
      if (await this.isIntactOrRepaired(store, blob, null))
        state.damaged = state.damaged.filter(({ key }) => key !== blob.key)
    }
    let left = state.bytesPerRun
    for await (const blob of readBlobList(snapshot, manifest)) {
      if (blob.key <= state.after || absent.has(blob.key)) continue
      if (left <= 0 || this.deps.jobs.signal.aborted) return false
      if (!knownKeys.has(blob.key) && !(await this.isIntactOrRepaired(store, blob, counts))) state.damaged.push(blob)
      counts.blobs += 1
      left -= blob.size
      state.after = blob.key
    }
    return true
  }

  private async keep(store: BackupStore, state: State, { found, repaired }: Counts): Promise<void> {
    await this.progress.write(state)
    if (found === 0) return
    this.deps.log.error({ found, repaired, target: store.name }, 'blobs of the backup are damaged')
    await alertAdmins(this.deps, 'storage.backup.damaged', { count: found, repaired })
  }

  /** Writes a blob again from the store if it is damaged. False when the store does not hold it either. */
  private async isIntactOrRepaired(store: BackupStore, blob: BlobLine, counts: Counts | null): Promise<boolean> {
    if (await store.isIntact(blob.key, blob.sha256)) return true
    const isWritten = await this.deps.backups.copyBlob(store, blob)
    if (counts) counts.found += 1
    if (counts && isWritten) counts.repaired += 1
    return isWritten
  }
}
