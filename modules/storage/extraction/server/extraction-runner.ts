import {
  AppError,
  type BlobStore,
  type Db,
  type Logger,
  QueueFiller,
  type SessionLock,
  type SessionLocks,
} from '../../../platform/index.ts'
import { endOperation, type Operations } from '../../operations/index.ts'
import { asAppError, isPermanentError } from '../../tree/index.ts'
import type { ExtractionGrants } from './entry-store.ts'
import {
  beginAttempt,
  countExtractions,
  failAttempt,
  isArchiveKept,
  nextExtractions,
  type RunningExtraction,
  withdrawAttempt,
} from './extraction.row.ts'
import type { ExtractionTurns } from './extraction-turns.ts'
import { isWanted } from './is-wanted.ts'
import { type Turn, TurnSlots } from './turn-slots.ts'

const watchIntervalMs = 1_000
/** Consecutive attempts with unexpected errors, or with the end of the process, after which an extraction fails, in 55 minutes: a disk or a database may be away for a while. */
const maxAttempts = 9

interface RunnerDeps {
  db: Db
  blobs: BlobStore
  log: Logger
  locks: SessionLocks
  grants: Pick<ExtractionGrants, 'isValid'>
  operations: Operations
  turns: Pick<ExtractionTurns, 'run'>
}

/**
 * Runs waiting extractions in turns. A process owns an account's extractions by a lock of its database session: one at a time is
 * extracted in all processes, and after a crash another process goes on at once (decision 0051).
 */
export class ExtractionRunner {
  private readonly slots = new TurnSlots()
  private readonly tasks = new Set<Promise<void>>()
  private readonly deps: RunnerDeps
  private readonly queue: QueueFiller
  constructor(deps: RunnerDeps) {
    this.deps = deps
    this.queue = new QueueFiller({
      fill: () => this.fill(),
      isWaiting: async () => (await countExtractions(deps.db)) > this.slots.size,
      onError: (error) => deps.log.warn({ err: error }, 'extractions: the queue is read again later'),
    })
  }

  start(): void {
    this.queue.start()
  }

  /** Ends running extractions between two pieces; the next start goes on with them. */
  async stop(): Promise<void> {
    const filled = this.queue.stop()
    this.slots.abortAll()
    await filled
    await Promise.all(this.tasks)
  }

  /** Begins as many waiting extractions as fit. */
  wake(): void {
    this.queue.wake()
  }

  private async fill(): Promise<void> {
    const { db, locks } = this.deps
    this.slots.isAwaited = false
    for (const op of await nextExtractions(db, this.slots.accounts())) {
      this.slots.isAwaited = !this.slots.hasRoom()
      if (!this.queue.isOpen || this.slots.isAwaited) break
      const lock = await locks.tryAcquire(`extractions/${op.actor_id}`)
      if (lock && this.queue.isOpen) this.begin(op, lock)
      else lock?.release()
    }
  }

  private begin(op: RunningExtraction, lock: SessionLock): void {
    const task = this.run(op, lock, this.slots.begin(op.actor_id))
      .catch((error: unknown) => this.deps.log.warn({ err: error }, 'extraction: it goes on later'))
      .finally(() => {
        lock.release()
        this.slots.end(op.actor_id)
        this.tasks.delete(task)
        this.wake()
      })
    this.tasks.add(task)
  }

  private async run({ id }: RunningExtraction, lock: SessionLock, { controller, mustYield }: Turn): Promise<void> {
    const { db, grants, operations } = this.deps
    // Read again: another process may have gone on with it before this one had the lock.
    const op = await beginAttempt(db, id)
    if (!op) return
    const watch = setInterval(() => {
      isWanted(this.deps, op, lock).then(
        (wanted) => wanted || controller.abort(),
        (error: unknown) => this.deps.log.warn({ err: error }, 'extraction: it is watched again later'),
      )
    }, watchIntervalMs)
    try {
      if (op.attempts > maxAttempts) await this.fail(id, new Error('each attempt has ended its process'))
      else if (!(await grants.isValid(op.scope))) await endOperation(db, id, 'failed', 'forbidden')
      else if (await this.deps.turns.run(op, controller.signal, mustYield)) await endOperation(db, id, 'done')
    } catch (error) {
      await (controller.signal.aborted ? withdrawAttempt(db, id) : this.handleError(id, error))
    } finally {
      clearInterval(watch)
    }
    await operations.publish(id)
  }

  /** Client errors and a full disk end the extraction; what it has stored stays. Unexpected errors are tried again. */
  private async handleError(id: string, raw: unknown): Promise<void> {
    const { db, log } = this.deps
    const error = asAppError(raw)
    const code = error instanceof AppError ? error.code : 'operation-failed'
    // While its disk is away, the content of an archive that still exists is missing as well.
    const isAway = code === 'blob-missing' && (await isArchiveKept(db, id))
    if (!isAway && (isPermanentError(error) || code === 'disk-full'))
      return void (await endOperation(db, id, 'failed', code))
    if ((await failAttempt(db, id)) >= maxAttempts) return this.fail(id, error, isAway ? code : undefined)
    log.warn({ err: error, operation: id }, 'extraction failed')
  }

  private async fail(id: string, error: unknown, code = 'operation-failed'): Promise<void> {
    this.deps.log.error({ err: error, operation: id }, 'extraction failed')
    await endOperation(this.deps.db, id, 'failed', code)
  }
}
