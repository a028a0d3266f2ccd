import { setTimeout as sleep } from 'node:timers/promises'
import type { BlobStore, Db, Jobs, Logger, SessionLock, SessionLocks } from '../../../platform/index.ts'
import { type BlobDerivatives, unlinkBatch } from './unlink-batch.ts'

const unlinkJob = 'unlink-blobs'
const lockName = 'storage.unlink-blobs'
const lockDelayMs = 50
/** Attempts at the lock; together they take longer than a turn of another process. */
const maxLockAttempts = 200
/** Time after which a turn leaves the rest to the next one, so that other jobs run. */
const timeBudgetMs = 2_000
/** Delay of a turn after a purge, because further purges may follow. */
const purgeDelayMs = 500
/** Delay of another turn while another process unlinks, which may have missed the blobs that this one has purged. */
const busyDelayMs = 2_000

/** `busy`: another process is unlinking. */
interface Turn {
  unlinked: number
  rest: 'none' | 'some' | 'busy'
}

interface BlobUnlinkerDeps {
  db: Db
  locks: SessionLocks
  blobs: BlobStore
  jobs: Jobs
  log: Logger
}

/**
 * Unlinks the files of deleted blobs, which the deleting transaction recorded in `blob_deletions`; none during a backup.
 * One call in one process does so at a time, so that each file is unlinked once.
 */
export class BlobUnlinker {
  private readonly deps: BlobUnlinkerDeps
  private readonly derivatives: readonly BlobDerivatives[]
  private running: Promise<Turn> | null = null
  /** A turn was requested while another one was running, which may have missed the blobs deleted since it began. */
  private isAskedAgain = false
  private timer: NodeJS.Timeout | null = null
  private isStopping = false
  constructor(deps: BlobUnlinkerDeps, derivatives: readonly BlobDerivatives[]) {
    this.deps = deps
    this.derivatives = derivatives
    deps.jobs.define(unlinkJob, () => this.turn(), { cron: '*/5 * * * *' })
  }

  /** Unlinks purged and replaced content within a second (D21); the job handles files that this misses. */
  soon(): void {
    if (this.isStopping) return
    this.timer ??= setTimeout(() => {
      this.timer = null
      this.turn().catch((error: unknown) =>
        this.deps.log.warn({ err: error }, 'cannot unlink blobs; the job will retry'),
      )
    }, purgeDelayMs).unref()
  }

  /** Unlinks within the time budget and queues the rest. Resolves with the number of unlinked files. */
  async turn(): Promise<number> {
    if (this.running) {
      this.isAskedAgain = true
      return 0
    }
    const { unlinked, rest } = await this.start(performance.now() + timeBudgetMs, 1)
    if ((rest !== 'none' || this.isAskedAgain) && !this.isStopping) {
      const delayMs = rest === 'busy' ? busyDelayMs : 0
      await this.deps.jobs.add(unlinkJob, {}, { key: unlinkJob, urgency: 'bulk', delayMs })
    }
    return unlinked
  }

  /** Unlinks all files; resolves with their number. Leaves them to another process whose turn does not end soon. */
  async all(): Promise<number> {
    while (this.running) await this.running.catch(() => undefined)
    return (await this.start(Number.POSITIVE_INFINITY, maxLockAttempts)).unlinked
  }

  /** Starts no more turns; resolves when the running one has ended. */
  async stop(): Promise<void> {
    this.isStopping = true
    if (this.timer) clearTimeout(this.timer)
    await this.running?.catch(() => undefined)
  }

  private start(deadline: number, lockAttempts: number): Promise<Turn> {
    this.isAskedAgain = false
    this.running = this.run(deadline, lockAttempts).finally(() => {
      this.running = null
    })
    return this.running
  }

  private async run(deadline: number, lockAttempts: number): Promise<Turn> {
    // The lock needs a connection of its own.
    const any = await this.deps.db.query('select 1 from blob_deletions limit 1')
    if (any.length === 0) return { unlinked: 0, rest: 'none' }
    const lock = await this.lock(lockAttempts)
    if (!lock) return { unlinked: 0, rest: 'busy' }
    const isOver = () =>
      performance.now() >= deadline || this.isStopping || this.deps.jobs.signal.aborted || !lock.isHeld()
    try {
      for (let unlinked = 0; ; ) {
        this.isAskedAgain = false
        const batch = await unlinkBatch(this.deps, this.derivatives, isOver)
        unlinked += batch.unlinked
        if (batch.isLast && !this.isAskedAgain) return { unlinked, rest: 'none' }
        if (isOver()) return { unlinked, rest: 'some' }
      }
    } finally {
      lock.release()
    }
  }

  private async lock(attempts: number): Promise<SessionLock | null> {
    for (let attempt = 1; ; attempt++) {
      const lock = await this.deps.locks.tryAcquire(lockName)
      if (lock || attempt >= attempts || this.isStopping) return lock
      await sleep(lockDelayMs)
    }
  }
}
