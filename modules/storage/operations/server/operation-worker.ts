import {
  AppError,
  type Db,
  type Events,
  type Jobs,
  type Logger,
  type Platform,
  StoppingError,
  type Tx,
} from '../../../platform/index.ts'
import type { DiskSpace, Entitlements, Purge, Scope } from '../../tree/index.ts'
import { itemsEvent, requireDiskReserve, storageErrors } from '../../tree/index.ts'
import { type OperationKind, operationEvent } from '../contract.ts'
import { conflictResult } from './conflict-result.ts'
import { copyBatch } from './copy-batch.ts'
import { isListKind, listBatch } from './list-batch.ts'
import { endOperation, lockRunning, type OperationBatch, type OperationRow } from './operation.row.ts'
import { purgeBatch } from './purge-batch.ts'

const operationJob = 'operation'

/** Whether an operation may have met names that were taken; an undo returns to names that were free. */
const hasNames = ({ kind, input }: OperationRow) => !['trash', 'purge', 'rewind'].includes(kind) && !input.undoes

/** Time after which a worker queues the rest as a job of its own, so that other jobs run. */
const timeBudgetMs = 2_000
/** Minimum time between two progress notifications. */
const progressIntervalMs = 500
/** Consecutive unexpected errors after which an operation fails. */
const maxAttempts = 5
/** Delay before a retry, per failed attempt. */
const retryDelayMs = 1_000

export interface OperationsDeps {
  db: Db
  events: Events
  realtime: Platform['realtime']
  jobs: Jobs
  entitlements: Entitlements
  /** Checks before each batch that the grant of the scope is valid, and keeps it valid until the batch is stored. */
  grants: { isValid(scope: Scope): Promise<boolean>; lockPermission(tx: Tx, scope: Scope): Promise<void> }
  purge: Purge
  blobs: DiskSpace
  log: Logger
}

/**
 * Runs background operations in batches. Each batch locks the operation's row, does its work and records its progress in
 * one transaction, so that a worker may die at any time and two workers of one operation do no harm.
 */
export class OperationWorker {
  private readonly deps: OperationsDeps
  private readonly batches = new Map<OperationKind, OperationBatch>()
  constructor(deps: OperationsDeps) {
    this.deps = deps
    deps.jobs.define(operationJob, (payload) => this.work((payload as { id: string }).id))
  }

  /** Defines how a kind runs that another slice adds. */
  define(kind: OperationKind, batch: OperationBatch): void {
    this.batches.set(kind, batch)
  }

  /** Queues the job of an operation whose row is committed. On failure the job `resume-operations` queues it again. */
  async enqueue(id: string, delayMs = 0): Promise<void> {
    await this.deps.jobs
      .add(operationJob, { id }, { key: `operation:${id}`, delayMs })
      .catch((error: unknown) =>
        this.deps.log.warn({ err: error, operation: id }, 'cannot queue operation; will retry'),
      )
  }

  /** Runs batches within the time budget and queues the rest. */
  async work(id: string): Promise<void> {
    const deadline = performance.now() + timeBudgetMs
    let publishedAt = Number.NEGATIVE_INFINITY
    try {
      let more = true
      while (more && performance.now() < deadline) {
        more = await this.step(id)
        if (performance.now() - publishedAt < progressIntervalMs) continue
        publishedAt = performance.now()
        await this.publishProgressOf(id)
      }
      await this.emitCopied(id)
      if (more) await this.enqueue(id)
    } catch (error) {
      // The next start queues the rest.
      if (error instanceof StoppingError) throw error
      await this.handleError(id, error)
    }
    await this.publishProgressOf(id)
  }

  /** Runs one batch. False when the operation has ended. */
  async step(id: string): Promise<boolean> {
    const { db, jobs, purge, grants } = this.deps
    const [op] = await db.query<OperationRow>(`select * from operations where id = $1 and state = 'running'`, [id])
    if (!op) return false
    // A share link may have been revoked meanwhile: finished batches stay, the rest is left undone.
    if (!(await grants.isValid(op.scope))) throw storageErrors.fail('forbidden')
    const more = op.kind === 'purge' ? await purgeBatch(db, purge, op, jobs.signal) : await this.runBatch(op)
    if (!more) await endOperation(db, id, 'done', null, hasNames(op) ? await conflictResult(db, id) : null)
    return more
  }

  /** Notifies the tabs of the account that started the operation. */
  publishProgress({ id, actor_id }: OperationRow): void {
    if (actor_id) this.deps.realtime.publish({ userId: actor_id, event: operationEvent, ids: { operationId: id } })
  }

  private async runBatch({ id, owner_id, kind }: OperationRow): Promise<boolean> {
    if (kind === 'copy') await requireDiskReserve(this.deps.blobs)
    const limit = kind === 'copy' ? (await this.deps.entitlements.canUpload(owner_id, 0)).limit : null
    return this.deps.db.transaction(async (tx) => {
      const op = await lockRunning(tx, id)
      if (!op) return false
      await this.deps.grants.lockPermission(tx, op.scope)
      const batch = this.batches.get(op.kind)
      if (batch) return batch(tx, op)
      return isListKind(op.kind) ? listBatch(tx, op) : (await copyBatch(tx, op, limit)) !== null
    })
  }

  /** Client errors and a full disk end the operation; unexpected errors are retried up to `maxAttempts` times. */
  private async handleError(id: string, error: unknown): Promise<void> {
    const { db, log } = this.deps
    if (error instanceof AppError && (error.status < 500 || error.code === 'disk-full')) {
      await endOperation(db, id, 'failed', error.code)
      return
    }
    const [row] = await db.query<{ attempts: number }>(
      `update operations set attempts = attempts + 1, updated_at = now() where id = $1 and state = 'running' returning attempts`,
      [id],
    )
    log[row && row.attempts >= maxAttempts ? 'error' : 'warn']({ err: error, operation: id }, 'operation failed')
    if (!row) return
    if (row.attempts >= maxAttempts) await endOperation(db, id, 'failed', 'operation-failed')
    else await this.enqueue(id, row.attempts * retryDelayMs)
  }

  /** Emits another event of copied folders, which were filled after the event of their creation. */
  private async emitCopied(id: string): Promise<void> {
    const [op] = await this.deps.db.query<OperationRow>(`select * from operations where id = $1 and kind = 'copy'`, [
      id,
    ])
    if (op)
      this.deps.events.emit('storage.items.copied', {
        ...itemsEvent(op.scope, [], [op.target_folder_id]),
        changes: [],
      })
  }

  /** As `publishProgress`, with the present row. */
  async publishProgressOf(id: string): Promise<void> {
    const [row] = await this.deps.db.query<OperationRow>('select * from operations where id = $1', [id])
    if (row) this.publishProgress(row)
  }
}
