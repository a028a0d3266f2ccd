import { fileURLToPath } from 'node:url'
import {
  type BlobStore,
  type Db,
  IsolatedProcess,
  type Logger,
  type OpenBlob,
  ProcessEndedError,
} from '../../../platform/index.ts'
import { BoundedMap, dayMs, hourMs } from '../../../shared/contract.ts'
import type { MediaPreviewState } from '../contract/media.ts'
import { EndedAttempts } from './ended-attempts.ts'
import { filterStoredKeys } from './filter-stored-keys.ts'
import { localFileOf } from './local-file.ts'
import { type EncodedMedia, type MediaRequest, maxPreviewSeconds } from './media-encoder.ts'
import type { MediaFiles } from './media-files.ts'
import { type MediaFormat, mediaFormatOf } from './media-format.ts'

const timeLimitMs = hourMs
const maxWaiting = 20
const maxKnownFailures = 1_000
/** Room for a preview: the longest film at its highest bit rate, twice, because moving the index to the front copies it. */
const roomBytes = 400 << 20
/** Delay of another attempt after a lack of room or of the content, both of which may pass. */
const retryDelayMs = 5 * 60_000
const unusedAfterMs = 30 * dayMs

const script = fileURLToPath(new URL('./media-process.ts', import.meta.url))

/** Stored content of a file: its blob key and media type. */
interface MediaSource {
  key: string
  mediaType: string
}

export interface MediaPreviewsDeps {
  db: Db
  blobs: BlobStore
  files: MediaFiles
  log: Logger
  /** Path of ffmpeg; null where it is not installed: there are no previews then. */
  ffmpeg: string | null
}

/**
 * Smaller encodings of films and sounds, for visitors who may not download the original. Made one at a time when somebody
 * looks at the file, and cached until they were not opened for a month.
 */
export class MediaPreviews {
  private readonly worker = new IsolatedProcess<MediaRequest, EncodedMedia>(script, { timeLimitMs })
  /** Fraction that is encoded (0 to 1; null: waits), by blob key. */
  private readonly waiting = new Map<string, number | null>()
  private stopping = false
  private last: Promise<void> = Promise.resolve()
  /**
   * Keys of blobs that cannot be encoded. They are not tried again: each attempt may use up the media process's time limit.
   */
  private readonly failures = new BoundedMap<string, true>(maxKnownFailures)
  private readonly endedAttempts = new EndedAttempts()
  /** Time (`performance.now`) before which no other attempt begins, by blob key. */
  private readonly retryAt = new BoundedMap<string, number>(maxKnownFailures)
  private readonly deps: MediaPreviewsDeps
  constructor(deps: MediaPreviewsDeps) {
    this.deps = deps
  }

  /** State of a file's preview. `start`: begins to make one that is missing. */
  async state({ key, mediaType }: MediaSource, { start }: { start: boolean }): Promise<MediaPreviewState> {
    const format = this.deps.ffmpeg ? mediaFormatOf(mediaType) : null
    if (!format || this.failures.has(key)) return { state: 'unavailable', progress: null, seconds: null }
    const file = await this.find(key)
    const isPaused = (this.retryAt.get(key) ?? 0) > performance.now()
    if (isPaused) return { state: 'unavailable', progress: null, seconds: null }
    if (file) return { state: 'ready', progress: null, seconds: file.partial ? maxPreviewSeconds[format.kind] : null }
    if (start && !this.waiting.has(key) && this.waiting.size < maxWaiting) this.begin(key, format)
    return { state: 'pending', progress: this.waiting.get(key) ?? null, seconds: null }
  }

  /** The preview and its media type, to be released; null before it was made. */
  async open({ key, mediaType }: MediaSource): Promise<{ blob: OpenBlob; type: string } | null> {
    const format = mediaFormatOf(mediaType)
    const file = format && (await this.find(key))
    const blob = file && (await this.deps.files.open(file).catch((error: unknown) => this.pause(key, error)))
    return blob && { blob, type: format.kind === 'film' ? 'video/mp4' : 'audio/mp4' }
  }

  /** Null before it was made, and where its folder cannot be read: files are shown without a preview then. */
  private find(key: string) {
    return this.deps.files.find(key).catch((error: unknown) => this.pause(key, error))
  }

  async removeUnused(): Promise<void> {
    await this.deps.files.removeUnused(new Date(Date.now() - unusedAfterMs))
  }

  stop(): void {
    this.stopping = true
    this.worker.stop()
  }

  private begin(key: string, format: MediaFormat): void {
    this.waiting.set(key, null)
    this.last = this.last
      .then(() => this.make(key, format))
      .catch((error: unknown) => {
        if (this.stopping) return
        this.pause(key, error)
      })
      .finally(() => this.waiting.delete(key))
  }

  /** Delays the next attempt: otherwise each poll of each visitor would begin one. */
  private pause(key: string, error?: unknown): null {
    if (error) this.deps.log.warn({ err: error, key }, 'cannot make or read the preview of a film or sound')
    this.retryAt.set(key, performance.now() + retryDelayMs)
    return null
  }

  private async make(key: string, format: MediaFormat): Promise<void> {
    const { blobs, files, ffmpeg } = this.deps
    if (!ffmpeg || (await files.find(key))) return
    await blobs.ensureRoom(roomBytes)
    const source = await localFileOf(blobs, key)
    if (!source) return void this.pause(key)
    try {
      const target = await files.claim(key)
      if (!target) return
      const onProgress = (fraction: number) => this.waiting.set(key, fraction)
      const request = { ...format, ffmpeg, source: source.path, target }
      const made = await this.worker.run(request, onProgress).catch(async (error: unknown) => {
        if (error instanceof ProcessEndedError && this.endedAttempts.recordEnd(key) === 'give-up') return null
        await files.discard(key)
        throw error
      })
      if (made) {
        await files.keep(key, made)
        if (!(await filterStoredKeys(this.deps.db, [key])).has(key)) await files.remove(key)
        return
      }
      await files.discard(key)
      this.failures.set(key, true)
    } finally {
      await source.release()
    }
  }
}
