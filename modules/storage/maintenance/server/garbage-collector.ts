import {
  type BlobStore,
  type BlobStoreEntry,
  CollectedErrors,
  type Db,
  type Logger,
  lockIsFree,
} from '../../../platform/index.ts'
import { dayMs, hourMs } from '../../../shared/contract.ts'
import { findStalled, removeStalled, trimAbandoned } from '../../uploads/index.ts'
import { batchesUntilAborted } from './batches.ts'
import type { BlobUnlinker } from './blob-unlinker.ts'
import { correctReservations } from './correct-reservations.ts'
import { findAbandonedStaging, findOrphans } from './orphans.ts'

/** Number of upload sessions, files and reservations that a run removed or corrected. */
interface GarbageCollectionReport {
  sessions: number
  staged: number
  unlinked: number
  /** Files of deleted blobs that are still there: none is unlinked while a backup is made. */
  waiting: number
  quarantined: number
  restored: number
  quarantineEmptied: number
  reservations: number
}

const defaultGraceHours = 24
/** Younger files are kept for every grace period; older ones without a row are protected by a lease (`BlobLeases`). */
const minAgeMs = 5_000
const quarantineTtlMs = 7 * dayMs
const batchSize = 500
/** SQL condition on `upload_sessions`: no process is receiving a chunk of the upload. */
const uploadIsFree = lockIsFree("'storage.upload/' || principal || '/' || id")

/**
 * Removes the remains of crashes and cancelled uploads: only files to which nothing can refer. Ends early when `signal` is
 * aborted.
 */
export class GarbageCollector {
  private readonly db: Db
  private readonly blobs: BlobStore
  private readonly unlinker: BlobUnlinker
  private readonly log: Logger
  private readonly signal: AbortSignal
  constructor(db: Db, blobs: BlobStore, unlinker: BlobUnlinker, log: Logger, signal: AbortSignal) {
    this.db = db
    this.blobs = blobs
    this.unlinker = unlinker
    this.log = log
    this.signal = signal
  }

  /**
   * `grace`: hours for which stalled uploads and unreferenced files are kept. With `isJob`, files of deleted blobs are
   * unlinked for a moment only, and the rest by a job of its own. Safe while the server runs. Where the store does not list
   * unfinished uploads, as the key lacks that right, it does all else and then rejects.
   */
  async run({
    grace = defaultGraceHours,
    isJob = false,
  }: {
    grace?: number
    isJob?: boolean
  } = {}): Promise<GarbageCollectionReport> {
    const before = new Date(Date.now() - Math.max(grace * hourMs, minAgeMs))
    const errors = new CollectedErrors(this.log, 'cannot remove what unfinished uploads have left')
    const sessions = await this.endSessions(grace)
    let staged = 0
    await errors.collect({}, async () => {
      staged = await this.clearStaging(before)
    })
    const report = {
      sessions,
      staged,
      unlinked: await (isJob ? this.unlinker.turn() : this.unlinkDeleted()),
      waiting: await this.countDeleted(),
      quarantined: await this.quarantineOrphans(before),
      restored: await this.restoreReferenced(),
      quarantineEmptied: await this.blobs.emptyQuarantine(new Date(Date.now() - quarantineTtlMs)),
      reservations: await this.correctReservations(),
    }
    if (Object.values(report).some((count) => count > 0)) this.log.info({ report }, 'garbage collected')
    errors.rethrow()
    return report
  }

  /** Ends stalled uploads with their bytes and reservations, and deletes finished sessions after their expiry. */
  private async endSessions(grace: number): Promise<number> {
    const stalled = { graceHours: grace, isFree: uploadIsFree }
    let ended = await this.deleteFinishedSessions()
    for (let more = true; more && !this.signal.aborted; ) {
      const sessions = await findStalled(this.db, stalled, batchSize)
      const before = ended
      for (const session of sessions) {
        if (this.signal.aborted) break
        // A chunk may have arrived while the sessions before this one were removed.
        const removed = await removeStalled(this.db, session, stalled)
        if (!removed) continue
        ended += 1
        await this.blobs.discard(removed.staging_key)
      }
      more = sessions.length === batchSize && ended > before
    }
    return ended
  }

  /**
   * Deletes sessions in batches: each uploaded file leaves one for a day, and an import leaves hundreds of thousands at
   * once.
   */
  private async deleteFinishedSessions(): Promise<number> {
    for (let deleted = 0; ; ) {
      const rows = await this.db.query(
        `delete from upload_sessions where ctid = any(array(
           select ctid from upload_sessions where finished_at is not null and expires_at < now() limit ${batchSize}))
         returning 1`,
      )
      deleted += rows.length
      if (rows.length < batchSize || this.signal.aborted) return deleted
    }
  }

  private async correctReservations(): Promise<number> {
    await trimAbandoned(this.db, uploadIsFree)
    return correctReservations(this.db)
  }

  private async clearStaging(before: Date): Promise<number> {
    let cleared = 0
    for await (const files of this.batchesOf(this.blobs.staged())) {
      for (const key of await findAbandonedStaging(this.db, keysBefore(files, before))) {
        if (this.signal.aborted) break
        await this.blobs.discard(key)
        cleared += 1
      }
    }
    return cleared
  }

  private batchesOf<T>(items: AsyncIterable<T>): AsyncIterable<T[]> {
    return batchesUntilAborted(items, this.signal)
  }

  /** Unlinks the files of deleted blobs; resolves with their number. */
  unlinkDeleted(): Promise<number> {
    return this.unlinker.all()
  }

  private async countDeleted(): Promise<number> {
    const [row] = await this.db.query<{ count: number }>('select count(*)::int as count from blob_deletions')
    return row?.count ?? 0
  }

  private async quarantineOrphans(before: Date): Promise<number> {
    let moved = 0
    for await (const files of this.batchesOf(this.blobs.blobs())) {
      for (const key of await findOrphans(this.db, keysBefore(files, before))) {
        if (this.signal.aborted) break
        // Checked again, because a row may have been inserted meanwhile.
        if ((await findOrphans(this.db, [key])).length === 0) continue
        await this.blobs.quarantine(key)
        this.log.warn({ key }, 'blob without a row quarantined')
        moved += 1
      }
    }
    return moved
  }

  /** Restores quarantined blobs that have a row: the process that stored them was paused longer than its lease. */
  private async restoreReferenced(): Promise<number> {
    let restored = 0
    for await (const files of this.batchesOf(this.blobs.quarantined())) {
      const keys = files.map(({ key }) => key)
      const referenced = await this.db.query<{ key: string }>('select key from blobs where key = any($1::text[])', [
        keys,
      ])
      for (const { key } of referenced) {
        await this.blobs.restore(key)
        this.log.warn({ key }, 'blob with a row restored')
        restored += 1
      }
    }
    return restored
  }
}

const keysBefore = (files: readonly BlobStoreEntry[], before: Date): string[] =>
  files.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key)
