import { type BlobStore, type Db, type Logger, lockIsFree, type StoredFile } from '../../../platform/index.ts'
import type { ThumbnailFiles } from '../../previews/index.ts'
import { isUnleased, removeSession, trimAbandoned, type UploadSessionRow } from '../../uploads/index.ts'
import { reservedBytes } from './fact-queries.ts'

export interface GarbageCollectionReport {
  sessions: number
  staged: number
  unlinked: number
  quarantined: number
  restored: number
  quarantineEmptied: number
  reservations: number
}

const hour = 3_600_000
const defaultGrace = 24
/** Younger files are spared, whatever grace an operator asks for; older ones without a row are leased (`BlobLeases`). */
const leastAge = 5_000
const quarantineLife = 7 * 24 * hour
const batchSize = 500
/** True where no process is receiving a chunk of this upload (a condition on `upload_sessions`). */
const uploadIsFree = lockIsFree("'storage.upload/' || principal || '/' || id")

/** Collects what crashes and cancelled uploads leave. It destroys only what nothing can refer to any more. */
export class GarbageCollector {
  private readonly db: Db
  private readonly blobs: BlobStore
  private readonly thumbnails: ThumbnailFiles
  private readonly log: Logger
  constructor(db: Db, blobs: BlobStore, thumbnails: ThumbnailFiles, log: Logger) {
    this.db = db
    this.blobs = blobs
    this.thumbnails = thumbnails
    this.log = log
  }

  /** `grace`: hours that an upload may stand still and a file without an owner may lie. Safe while serving. */
  async run({ grace = defaultGrace }: { grace?: number } = {}): Promise<GarbageCollectionReport> {
    const before = new Date(Date.now() - Math.max(grace * hour, leastAge))
    const report = {
      sessions: await this.endSessions(grace),
      staged: await this.clearStaging(before),
      unlinked: await this.unlinkDeleted(),
      quarantined: await this.setOrphansAside(before),
      restored: await this.restoreReferred(),
      quarantineEmptied: await this.blobs.emptyQuarantine(new Date(Date.now() - quarantineLife)),
      reservations: await this.correctReservations(),
    }
    if (Object.values(report).some((count) => count > 0)) this.log.info({ report }, 'storage collected')
    return report
  }

  /** Uploads that stand still, with their bytes and reservations; and finished ones nobody will repeat. */
  private async endSessions(grace: number): Promise<number> {
    const old = await this.db.query<UploadSessionRow>(
      `select * from upload_sessions
       where (expires_at < now()
         or (finished_at is null and expires_at < now() + interval '24 hours' - make_interval(secs => $1)))
       and (finished_at is not null or ${uploadIsFree})`,
      [grace * 3_600],
    )
    for (const session of old) {
      const gone = await removeSession(this.db, session.principal, session.id)
      if (!gone || gone.finished_at) continue
      await this.blobs.discard(gone.staging_key)
    }
    return old.length
  }

  private async clearStaging(before: Date): Promise<number> {
    let cleared = 0
    for await (const files of inBatches(this.blobs.staged())) {
      const old = files.filter(({ modifiedAt }) => modifiedAt < before)
      for (const key of await this.abandoned(old)) {
        await this.blobs.discard(key)
        cleared += 1
      }
    }
    return cleared
  }

  /** Bytes whose rows were removed: listed by the transaction that removed them. */
  async unlinkDeleted(): Promise<number> {
    let unlinked = 0
    for (;;) {
      const rows = await this.db.query<{ key: string; used: boolean }>(
        `select d.key, exists (select 1 from blobs b where b.key = d.key) as used from blob_deletions d limit ${batchSize}`,
      )
      for (const { key, used } of rows) {
        if (used) continue
        await this.blobs.unlink(key)
        await this.thumbnails.remove(key)
        unlinked += 1
      }
      await this.db.query('delete from blob_deletions where key = any($1::text[])', [rows.map(({ key }) => key)])
      if (rows.length < batchSize) return unlinked
    }
  }

  private async setOrphansAside(before: Date): Promise<number> {
    let moved = 0
    for await (const files of inBatches(this.blobs.blobs())) {
      const old = files.filter(({ modifiedAt }) => modifiedAt < before)
      for (const key of await this.orphansOf(old)) {
        // Asked again right before: a row may have come meanwhile.
        if ((await this.orphansOf([{ key }])).length === 0) continue
        await this.blobs.quarantine(key)
        this.log.warn({ key }, 'blob without a row set aside')
        moved += 1
      }
    }
    return moved
  }

  /** Set aside although a row came to refer to it: its process was stopped for longer than it could keep its lease. */
  private async restoreReferred(): Promise<number> {
    let restored = 0
    for await (const files of inBatches(this.blobs.quarantined())) {
      const keys = files.map(({ key }) => key)
      const referred = await this.db.query<{ key: string }>('select key from blobs where key = any($1::text[])', [keys])
      for (const { key } of referred) {
        await this.blobs.restore(key)
        this.log.warn({ key }, 'blob with a row restored')
        restored += 1
      }
    }
    return restored
  }

  /** Those of the files that no row, open upload, pending deletion or lease knows. */
  async orphansOf(files: readonly { key: string }[]): Promise<string[]> {
    if (files.length === 0) return []
    const rows = await this.db.query<{ key: string }>(
      `select w.key from unnest($1::text[]) as w (key)
       where not exists (select 1 from blobs b where b.key = w.key)
       and not exists (select 1 from upload_sessions s where s.staging_key = w.key and s.finished_at is null)
       and not exists (select 1 from blob_deletions d where d.key = w.key)
       and ${isUnleased('w.key')}`,
      [files.map(({ key }) => key)],
    )
    return rows.map(({ key }) => key)
  }

  /** Staged files of no open upload, and of no small file that is just being stored. */
  private async abandoned(files: readonly StoredFile[]): Promise<string[]> {
    const rows = await this.db.query<{ key: string }>(
      `select w.key from unnest($1::text[]) as w (key)
       where not exists (select 1 from upload_sessions s where s.staging_key = w.key and s.finished_at is null)
       and ${isUnleased('w.key')}`,
      [files.map(({ key }) => key)],
    )
    return rows.map(({ key }) => key)
  }

  /** Reserved bytes are those of open uploads and running copies; the account is locked while they are added up. */
  private async correctReservations(): Promise<number> {
    await trimAbandoned(this.db, uploadIsFree)
    const wrong = await this.db.query<{ user_id: string }>(
      `select u.user_id from usage u cross join lateral (${reservedBytes('u.user_id')}) open where u.reserved_bytes <> open.bytes`,
    )
    let corrected = 0
    for (const { user_id } of wrong)
      await this.db.transaction(async (tx) => {
        await tx.query('select 1 from usage where user_id = $1 for update', [user_id])
        const rows = await tx.query(
          `update usage set reserved_bytes = open.bytes from (${reservedBytes('$1')}) open
           where user_id = $1 and usage.reserved_bytes <> open.bytes returning 1`,
          [user_id],
        )
        corrected += rows.length
      })
    return corrected
  }
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncIterable<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
