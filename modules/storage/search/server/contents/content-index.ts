import type { Events, Jobs } from '../../../../platform/index.ts'
import { ContentReader, type ContentReaderDeps } from './content-reader.ts'
import { countUnread } from './text-queue.ts'

const indexJob = 'index-contents'
const findJob = 'find-unindexed-contents'
/** Time after which a turn leaves the rest to the next one. */
const timeBudgetMs = 2_000
/** Pause after an upload: files that follow each other are read by one process. */
const delayMs = 10_000

interface ContentIndexDeps extends ContentReaderDeps {
  jobs: Jobs
  events: Events
}

/**
 * Reads the words of files for the search (decision 0050), after they were stored. Which contents have none yet follows from
 * their times, so that no upload waits and none is lost.
 */
export class ContentIndex {
  private running: Promise<void> | null = null
  private timer: NodeJS.Timeout | null = null
  private open = false
  private readonly reader: ContentReader
  private readonly deps: ContentIndexDeps
  constructor(deps: ContentIndexDeps) {
    const { jobs, events } = deps
    this.deps = deps
    this.reader = new ContentReader(deps)
    jobs.define(indexJob, () => this.runJob(), { cron: '*/5 * * * *' })
    jobs.define(findJob, () => this.queueAll(), { cron: '33 4 * * 0', isLong: true })
    events.on('storage.file.created', () => this.scheduleJob())
    // Contents that were stored under the wrong clock are missed otherwise.
    events.on('platform.clock.changed', () => jobs.add(findJob))
  }

  /** Call it after `jobs` has started. */
  start(): void {
    this.open = true
    this.scheduleJob()
  }

  async stop(): Promise<void> {
    this.open = false
    if (this.timer) clearTimeout(this.timer)
    this.reader.stop()
    await this.running?.catch(() => undefined)
  }

  /** The search may have been turned on or off. */
  settingsChanged(): void {
    this.reader.settingsChanged().catch((error: unknown) => this.deps.log.warn({ err: error }, 'a setting is unknown'))
    this.scheduleJob()
  }

  /** Reads all contents that are due. */
  async indexAll(): Promise<void> {
    while (this.running) await this.running.catch(() => undefined)
    await this.runUntil(Number.POSITIVE_INFINITY)
  }

  unread(): Promise<{ pending: number; failed: number }> {
    return countUnread(this.deps.db)
  }

  private async queueAll(): Promise<void> {
    await this.reader.queueAll(this.deps.jobs.signal)
    await this.addJob({ urgency: 'bulk' })
  }

  private scheduleJob(): void {
    if (!this.open || this.timer) return
    this.timer = setTimeout(() => {
      this.timer = null
      this.addJob().catch((error: unknown) => this.deps.log.warn({ err: error }, 'contents are indexed later'))
    }, delayMs).unref()
  }

  private async addJob(options: { urgency?: 'bulk' } = {}): Promise<void> {
    await this.deps.jobs.add(indexJob, {}, { key: indexJob, ...options })
  }

  /** One turn, so that many files keep no other job waiting. */
  private async runJob(): Promise<void> {
    // The turn that is running may have missed the newest contents.
    if (this.running) return this.scheduleJob()
    const deadline = performance.now() + timeBudgetMs
    await this.runUntil(deadline)
    if (performance.now() >= deadline && !this.deps.jobs.signal.aborted) await this.addJob({ urgency: 'bulk' })
  }

  private runUntil(deadline: number): Promise<void> {
    this.running = this.reader
      .run(() => performance.now() >= deadline)
      .finally(() => {
        this.running = null
      })
    return this.running
  }
}
