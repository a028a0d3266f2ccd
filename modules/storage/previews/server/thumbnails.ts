import {
  BlobError,
  type BlobStore,
  type Db,
  isTransientDatabaseError,
  type Jobs,
  type Logger,
  ProcessEndedError,
} from '../../../platform/index.ts'
import { type ThumbnailSize, thumbnailWidths } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'
import { storageErrors, thumbnailsOf } from '../../tree/index.ts'
import type { ThumbnailState } from '../contract.ts'
import { EndedAttempts } from './ended-attempts.ts'
import { defineFilmMarking } from './film-marking.ts'
import { localFileOf } from './local-file.ts'
import { asNoRoomError, NoRoomError, thumbnailRoomBytes } from './no-room-error.ts'
import { createPictureWorker } from './picture-worker.ts'
import { PostponedBlobs } from './postponed-blobs.ts'
import { filmDemuxers, previewSourceOf } from './preview-source.ts'
import { isInvalidValueError, type SettledThumbnails, settleThumbnails } from './settle-thumbnails.ts'
import type { ThumbnailFiles } from './thumbnail-files.ts'

const thumbnailJob = 'make-thumbnails'
/** Time after which a turn leaves the rest to the next one. */
const timeBudgetMs = 2_000
const jobDelayMs = 100
const sizes = Object.entries(thumbnailWidths) as [ThumbnailSize, number][]

interface PreviewSize {
  width: number
  height: number
  pages: number | null
}

interface Pending {
  id: string
  key: string
  media_type: string
}

const nextSql = `select id, key, media_type from blobs where thumbnail_status = 'pending' and id <> all($1::uuid[])
  order by thumbnails_wanted_at desc nulls last, created_at desc limit 1`

const inScopeSql = `with recursive up as (
    select id as start, id, parent_id from items where id = any($1::uuid[]) and owner_id = $2 and not is_folder
    union all
    select up.start, p.id, p.parent_id from up join items p on p.id = up.parent_id where $3::uuid is not null and up.id <> $3
  )
  select i.id, i.blob_id, b.thumbnail_status, b.width, b.height, b.pages from items i join blobs b on b.id = i.blob_id
  where i.id in (select start from up where $3::uuid is null or id = $3)`

interface ThumbnailsDeps {
  db: Db
  blobs: BlobStore
  jobs: Jobs
  files: ThumbnailFiles
  log: Logger
  /** Path of ffmpeg, null where it is not installed: then films have no thumbnails. */
  ffmpeg: string | null
}

/**
 * Creates thumbnails of pictures, first pages, audio covers and films. Pending ones are a column of the blob, so none is
 * lost.
 */
export class Thumbnails {
  private readonly worker = createPictureWorker()
  private running: Promise<number> | null = null
  /** The job was requested while a turn was running, which may have missed the newest blobs. */
  private isAskedAgain = false
  private timer: NodeJS.Timeout | null = null
  private open = false
  private stopping = false
  private readonly db: Db
  private readonly blobs: BlobStore
  private readonly jobs: Jobs
  private readonly files: ThumbnailFiles
  private readonly log: Logger
  private readonly ffmpeg: string | null
  private readonly postponed = new PostponedBlobs()
  private readonly endedAttempts = new EndedAttempts()
  constructor({ db, blobs, jobs, files, log, ffmpeg }: ThumbnailsDeps) {
    this.db = db
    this.blobs = blobs
    this.jobs = jobs
    this.files = files
    this.log = log
    this.ffmpeg = ffmpeg
    jobs.define(thumbnailJob, () => this.runJob(), { cron: '*/5 * * * *' })
    defineFilmMarking({ db, jobs, ffmpeg }, () => this.scheduleJob())
  }

  /** Whether thumbnails are made of files of this media type. */
  readonly supports = (mediaType: string): boolean => previewSourceOf(mediaType, this.ffmpeg !== null) !== null

  /** Resumes the thumbnails that an earlier process left pending. Call it after `jobs` has started. */
  async start(): Promise<void> {
    this.open = true
    this.scheduleJob()
  }

  async stop(): Promise<void> {
    this.open = false
    this.stopping = true
    if (this.timer) clearTimeout(this.timer)
    this.worker.stop()
    await this.running?.catch(() => undefined)
  }

  /** Schedules the job after an upload; debounced. */
  scheduleJob(): void {
    if (!this.open || this.timer) return
    this.timer = setTimeout(() => {
      this.timer = null
      this.jobs.add(thumbnailJob, {}, { key: thumbnailJob }).catch((error: unknown) => {
        this.log.warn({ err: error }, 'thumbnails are made later')
      })
    }, jobDelayMs).unref()
  }

  /** Prioritizes the thumbnails of these items and returns the state of each. 404 when none is in scope. */
  async prioritizeItems(scope: Scope, ids: readonly string[], query?: string): Promise<ThumbnailState[]> {
    const rows = await this.db.query<{ id: string; blob_id: string; thumbnail_status: string }>(
      inScopeSql,
      [ids, scope.ownerId, scope.root],
      'storage.wanted-pictures',
    )
    if (rows.length === 0) throw storageErrors.fail('item-not-found')
    await this.prioritizeBlobs(rows.flatMap((row) => (row.thumbnail_status === 'pending' ? [row.blob_id] : [])))
    return rows.map((row) => ({
      id: row.id,
      thumbnail: row.thumbnail_status === 'ready' ? thumbnailsOf(row, query) : null,
      thumbnail_pending: row.thumbnail_status === 'pending',
    }))
  }

  /**
   * Width and height of a picture in pixels, of a page in points; null for other files and before it was decoded. `pages`:
   * of a PDF, null before they were counted.
   */
  async sizeOf(scope: Scope, id: string): Promise<PreviewSize | null> {
    const [row] = await this.db.query<{ [name in keyof PreviewSize]: number | null }>(
      inScopeSql,
      [[id], scope.ownerId, scope.root],
      'storage.picture-size',
    )
    return row?.width && row.height ? { width: row.width, height: row.height, pages: row.pages } : null
  }

  /** Moves blobs to the front of the queue. */
  async prioritizeBlobs(blobs: readonly string[]): Promise<void> {
    if (blobs.length === 0) return
    await this.db.query(
      `update blobs set thumbnails_wanted_at = now() where id = any($1::uuid[]) and thumbnail_status = 'pending'`,
      [blobs],
      'storage.raise-pictures',
    )
  }

  /**
   * Creates all pending thumbnails: requested ones first, then the newest. Resolves to the number of blobs processed.
   */
  async makeAllPending(): Promise<number> {
    while (this.running) await this.running.catch(() => undefined)
    return this.runUntil(Number.POSITIVE_INFINITY)
  }

  /** One turn of the job: within the time budget, so that a large import does not keep other jobs waiting. */
  private async runJob(): Promise<void> {
    // A second turn would only wait for the first one, and keep other jobs waiting meanwhile.
    if (this.running) {
      this.isAskedAgain = true
      return
    }
    this.isAskedAgain = false
    const deadline = performance.now() + timeBudgetMs
    await this.runUntil(deadline)
    if (performance.now() >= deadline || this.isAskedAgain)
      await this.jobs.add(thumbnailJob, {}, { key: thumbnailJob, urgency: 'bulk' })
  }

  private runUntil(deadline: number): Promise<number> {
    this.running = this.makePending(deadline).finally(() => {
      this.running = null
    })
    return this.running
  }

  /** Makes the thumbnails of a blob again, because they are lost, as after a move to another machine. */
  async requestAgain(blobId: string): Promise<void> {
    await this.db.query(
      `update blobs set thumbnail_status = 'pending', thumbnails_wanted_at = now()
       where id = $1 and thumbnail_status = 'ready'`,
      [blobId],
      'storage.remake-picture',
    )
    this.scheduleJob()
  }

  private async makePending(deadline: number): Promise<number> {
    for (let made = 0; ; made++) {
      const [next] = await this.db.query<Pending>(nextSql, [this.postponed.ids()], 'storage.next-picture')
      if (!next || performance.now() >= deadline) return made
      try {
        await this.make(next).catch((error: unknown) => this.postponeOrFail(next, error))
      } catch (error) {
        if (!(error instanceof NoRoomError)) throw error
        this.log.warn({ err: error }, 'thumbnails are made later')
        return made
      }
    }
  }

  /**
   * Leaves out a blob that failed, so that it does not hold up the blobs behind it. Throws errors that concern every blob.
   */
  private async postponeOrFail(blob: Pending, error: unknown): Promise<void> {
    const isTooLarge = error instanceof BlobError && error.reason === 'full'
    const isOfStore = (error instanceof BlobError && !isTooLarge) || error instanceof NoRoomError
    if (this.stopping || isOfStore || isTransientDatabaseError(error)) throw error
    const hasEnded = error instanceof ProcessEndedError
    if (isInvalidValueError(error) || (hasEnded && this.endedAttempts.recordEnd(blob.id) === 'give-up')) {
      this.log.error({ err: error, key: blob.key }, 'thumbnails of a blob cannot be made')
      return this.settle(blob, 'failed', null)
    }
    if (!this.postponed.add(blob.id, { isOfBlob: isTooLarge || hasEnded })) throw error
    this.log.warn({ err: error, key: blob.key }, 'thumbnails of a blob are made later')
  }

  private async make(blob: Pending): Promise<void> {
    const { key, media_type } = blob
    const kind = previewSourceOf(media_type, this.ffmpeg !== null)
    const demuxer = filmDemuxers[media_type]
    // The database may be on this disk, and must not run out of room.
    if (kind) await asNoRoomError(this.blobs.ensureRoom(thumbnailRoomBytes))
    await this.files.prepare(key)
    const targets = sizes.map(([size, width]) => ({ width, path: this.files.pathOf(key, size) }))
    const film = this.ffmpeg && demuxer ? { film: { ffmpeg: this.ffmpeg, demuxer } } : {}
    const file = kind && (await localFileOf(this.blobs, key))
    const request = file && { source: file.path, kind, targets, ...film }
    const made = request && (await asNoRoomError(this.worker.run(request)).finally(file.release))
    if (made) return this.settle(blob, 'ready', made)
    // `none` where ffmpeg is not installed any more: the job `mark-films` queues films when it is installed again.
    await this.settle(blob, kind ? 'failed' : 'none', null)
  }

  private async settle({ id, key }: Pending, ...result: SettledThumbnails): Promise<void> {
    const isStored = await settleThumbnails(this.db, id, ...result)
    // Removes the thumbnails just written of a blob that was deleted meanwhile.
    if (!isStored) await this.files.remove(key)
  }
}
