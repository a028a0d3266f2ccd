import { type BlobStore, type Db, type LocalFile, ProcessEndedError } from '../../../platform/index.ts'
import { BoundedMap } from '../../../shared/contract.ts'
import { thumbnailWidths } from '../../tree/contract.ts'
import { EndedAttempts } from './ended-attempts.ts'
import { filterStoredKeys } from './filter-stored-keys.ts'
import { localFileOf } from './local-file.ts'
import { asNoRoomError, NoRoomError, thumbnailRoomBytes } from './no-room-error.ts'
import { createPictureWorker } from './picture-worker.ts'
import type { ThumbnailFiles } from './thumbnail-files.ts'

const maxWaiting = 40
const maxKnownFailures = 1_000

/**
 * Pictures of a PDF's pages after the first, for visitors who may not download it. Drawn by the picture process when
 * somebody looks at them, and kept as thumbnails are.
 */
export class DocumentPages {
  private readonly worker = createPictureWorker()
  private readonly drawing = new Map<string, Promise<void>>()
  private last: Promise<void> = Promise.resolve()
  /** The document that is being drawn. */
  private local: { key: string; file: LocalFile } | null = null
  /** Pages that cannot be drawn. They are not tried again: each attempt may use up the time limit of the picture process. */
  private readonly failures = new BoundedMap<string, true>(maxKnownFailures)
  private readonly endedAttempts = new EndedAttempts()
  private readonly db: Db
  private readonly blobs: BlobStore
  private readonly files: ThumbnailFiles
  constructor(db: Db, blobs: BlobStore, files: ThumbnailFiles) {
    this.db = db
    this.blobs = blobs
    this.files = files
  }

  /**
   * The page as WebP. Null: it does not exist, cannot be drawn within the limits, many others wait, or the disk has no room.
   */
  async read(key: string, page: number): Promise<Buffer | null> {
    const kept = await this.files.readPage(key, page)
    const path = this.files.pathOfPage(key, page)
    if (kept || this.failures.has(path)) return kept
    let drawing = this.drawing.get(path)
    if (!drawing) {
      if (this.drawing.size >= maxWaiting) return null
      drawing = this.draw(key, page, path).finally(() => this.drawing.delete(path))
      this.drawing.set(path, drawing)
    }
    await drawing
    return this.files.readPage(key, page)
  }

  stop(): void {
    this.worker.stop()
  }

  /**
   * Draws a page after the ones before it, because a document in an object store is copied to the disk once for all its
   * pages.
   */
  private draw(key: string, page: number, path: string): Promise<void> {
    const turn = this.last.then(() => this.drawNow(key, page, path))
    this.last = turn.catch(() => undefined)
    return turn
  }

  private async drawNow(key: string, page: number, path: string): Promise<void> {
    try {
      // The database may be on the same disk.
      await asNoRoomError(this.blobs.ensureRoom(thumbnailRoomBytes))
      const file = await asNoRoomError(this.localFile(key))
      if (!file) return
      const drawn = await this.files.preparePage(key, page)
      const targets = [{ width: thumbnailWidths.xl, path: drawn }]
      const made = await asNoRoomError(this.worker.run({ source: file.path, kind: 'page', page, targets }))
      if (made) return await this.keep(key, page, drawn)
    } catch (error) {
      // The page is drawn when somebody looks at it later.
      if (error instanceof NoRoomError) return
      if (!(error instanceof ProcessEndedError)) throw error
      if (this.endedAttempts.recordEnd(path) === 'retry') return
    } finally {
      // Waiting pages may be of the same document.
      if (this.drawing.size <= 1) this.releaseFile()
    }
    this.failures.set(path, true)
  }

  private async keep(key: string, page: number, drawn: string): Promise<void> {
    await this.files.keepPage(key, page, drawn)
    if (!(await filterStoredKeys(this.db, [key])).has(key)) await this.files.remove(key)
  }

  /** The document as a local file. Releases the former document's file. */
  private async localFile(key: string): Promise<LocalFile | null> {
    if (this.local?.key !== key) {
      this.releaseFile()
      const file = await localFileOf(this.blobs, key)
      this.local = file && { key, file }
    }
    return this.local?.file ?? null
  }

  private releaseFile(): void {
    this.local?.file.release()
    this.local = null
  }
}
