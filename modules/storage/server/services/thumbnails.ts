import type { BlobStore, Db, Jobs, Logger } from '../../../platform/index.ts'
import { type ThumbnailSize, thumbnailWidths } from '../../contract.ts'
import { PictureWorker } from '../thumbnails/picture-worker.ts'
import type { ThumbnailFiles } from './thumbnail-files.ts'

export const thumbnailJob = 'make-thumbnails'
const gather = 100
const sizes = Object.entries(thumbnailWidths) as [ThumbnailSize, number][]

interface Pending {
  id: string
  key: string
}

/** Makes the previews of pictures. Blobs that wait for theirs say so in their row, so none is forgotten. */
export class Thumbnails {
  private readonly worker = new PictureWorker()
  private running: Promise<number> | null = null
  private timer: NodeJS.Timeout | null = null
  private open = false
  private stopping = false
  private readonly db: Db
  private readonly blobs: BlobStore
  private readonly jobs: Jobs
  private readonly files: ThumbnailFiles
  private readonly log: Logger
  constructor(db: Db, blobs: BlobStore, jobs: Jobs, files: ThumbnailFiles, log: Logger) {
    this.db = db
    this.blobs = blobs
    this.jobs = jobs
    this.files = files
    this.log = log
    jobs.define(thumbnailJob, () => this.work(), { cron: '*/5 * * * *' })
  }

  /** After `jobs` runs. What an earlier process left is made now. */
  async start(): Promise<void> {
    this.open = true
    this.wanted()
  }

  async stop(): Promise<void> {
    this.open = false
    this.stopping = true
    if (this.timer) clearTimeout(this.timer)
    this.worker.stop()
    await this.running?.catch(() => undefined)
  }

  /** A picture was stored. Many at once make one job. */
  wanted(): void {
    if (!this.open || this.timer) return
    this.timer = setTimeout(() => {
      this.timer = null
      this.jobs.add(thumbnailJob, {}, { key: thumbnailJob }).catch((error: unknown) => {
        this.log.warn({ err: error }, 'thumbnails are made later')
      })
    }, gather).unref()
  }

  /** Makes all that wait, newest first; resolves with how many pictures were gone through. */
  async work(): Promise<number> {
    while (this.running) await this.running.catch(() => undefined)
    this.running = this.all().finally(() => {
      this.running = null
    })
    return this.running
  }

  private async all(): Promise<number> {
    for (let made = 0; ; made++) {
      const [next] = await this.db.query<Pending>(
        `select id, key from blobs where thumbnails = 'pending' order by created_at desc limit 1`,
        [],
        'storage.next-picture',
      )
      if (!next) return made
      await this.make(next)
    }
  }

  private async make({ id, key }: Pending): Promise<void> {
    await this.files.prepare(key)
    const targets = sizes.map(([size, width]) => ({ width, path: this.files.pathOf(key, size) }))
    const made = await this.worker.make({ source: this.blobs.localPath(key), targets })
    // Ended by us in mid-picture: it still waits.
    if (!made && this.stopping) throw new Error('stopped')
    await this.db.query(`update blobs set thumbnails = $2, width = $3, height = $4 where id = $1`, [
      id,
      made ? 'ready' : 'failed',
      made?.width ?? null,
      made?.height ?? null,
    ])
  }
}
