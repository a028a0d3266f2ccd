import {
  BlobError,
  type BlobStore,
  type Db,
  isTransientDatabaseError,
  type Logger,
  type Settings,
} from '../../../../platform/index.ts'
import { removeTexts } from './remove-texts.ts'
import {
  beginLook,
  firstPlace,
  type Look,
  nextText,
  type PendingText,
  type Place,
  postponeText,
  queueAfter,
  retryFailed,
  settleText,
} from './text-queue.ts'
import { maxTextBytes, textSourceOf } from './text-source.ts'
import { createTextWorker } from './text-worker.ts'

/** Failures after which a turn ends: their reason may be of the machine, such as a full disk. */
const maxFailures = 10

export interface ContentReaderDeps {
  db: Db
  blobs: BlobStore
  settings: Settings
  log: Logger
}

/** Finds the contents without words, and reads them in the text process. */
export class ContentReader {
  private readonly worker = createTextWorker()
  /** The last look at the contents that were stored. */
  private look: Look | null = null
  private isOn = true
  private stopping = false
  private readonly deps: ContentReaderDeps
  constructor(deps: ContentReaderDeps) {
    this.deps = deps
  }

  stop(): void {
    this.stopping = true
    this.worker.stop()
  }

  /**
   * Queues all contents without words, also those that failed by no fault of their own. Those whose times are wrong, because
   * the clock was, are missed otherwise.
   */
  async queueAll(signal: AbortSignal): Promise<void> {
    const { db, settings } = this.deps
    if (!(await settings.get('content_search'))) return
    await retryFailed(db)
    for (let place: Place | null = firstPlace; place && !signal.aborted; ) place = await queueAfter(db, place)
  }

  /** Once the search was turned off, another process may have deleted rows: the next turn begins where they end. */
  async settingsChanged(): Promise<void> {
    const isOn = await this.deps.settings.get('content_search')
    if (isOn === this.isOn) return
    this.look = null
    this.isOn = isOn
  }

  /** Reads what is due until the time is over; without the search, deletes all words. */
  async run(isOver: () => boolean): Promise<void> {
    const { db, settings } = this.deps
    const isEnded = () => this.stopping || isOver()
    if (!(await settings.get('content_search'))) {
      this.look = null
      return removeTexts(db, isEnded)
    }
    if (!(await this.queueNew(isEnded))) return
    for (let failures = 0; failures < maxFailures && !isEnded(); ) {
      const next = await nextText(db)
      if (!next) return
      try {
        await this.read(next)
      } catch (error) {
        await this.postpone(next, error)
        failures += 1
      }
    }
  }

  /** Queues the contents that were stored since the last turn, and at first all. False when the time is over. */
  private async queueNew(isOver: () => boolean): Promise<boolean> {
    const { db } = this.deps
    let { place, next } = this.look?.place ? this.look : await beginLook(db, this.look)
    while (place && !isOver()) {
      place = await queueAfter(db, place)
      this.look = { place, next }
    }
    return !place
  }

  private async read(text: PendingText): Promise<void> {
    const { db, blobs } = this.deps
    const source = textSourceOf(text.media_type)
    const options = source === 'text' || source === 'markup' ? { maxBytes: maxTextBytes } : {}
    const file = source && (await blobs.localFile(text.key, options))
    const result = file && (await this.worker.run({ path: file.path, source }).finally(() => file.release()))
    if (result && 'fault' in result) throw new Error(result.fault)
    const words = result?.words
    await settleText(db, text, Array.isArray(words) ? words : null)
  }

  /** Leaves a content that failed to a later turn. Throws errors that concern every content. */
  private async postpone(text: PendingText, error: unknown): Promise<void> {
    const { db, blobs, log } = this.deps
    if (this.stopping || isTransientDatabaseError(error)) throw error
    const isFull = error instanceof BlobError && error.reason === 'full'
    const isStoreAway = !(await blobs.probe())
    // Without an attempt too, so that a store which rejects this content alone does not hold up the others.
    await postponeText(db, text, { isOfBlob: !isFull && !isStoreAway })
    if (isStoreAway) throw error
    log.warn({ err: error, key: text.key }, 'the text of a file cannot be read')
  }
}
