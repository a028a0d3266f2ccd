import {
  AppError,
  type Db,
  type Events,
  type Jobs,
  type Logger,
  type Platform,
  type Sql,
} from '../../../platform/index.ts'
import type { Entitlements, Purge, Scope } from '../../tree/index.ts'
import { lockTree, storageErrors } from '../../tree/index.ts'
import { operationEvent } from '../contract.ts'
import { copyBatch } from './copy-batch.ts'
import { isListKind, listBatch } from './list-batch.ts'
import {
  endOperation,
  findOperation,
  insertOperation,
  lockRunning,
  type NewOperation,
  type OperationRow,
} from './operation.row.ts'
import { purgeBatch } from './purge-batch.ts'
import { runInTransaction } from './run-in-transaction.ts'
import { isUndoable } from './undo-rows.ts'

export const operationJob = 'operation'

/** A worker lets others in after so long; the rest is a job of its own. */
const timeBudgetMs = 2_000
/** Tellings of progress are this far apart. */
const progressIntervalMs = 500
/** Unexpected failures in a row before it is given up. */
const maxAttempts = 5
const retention = '7 days'

export interface OperationsDeps {
  db: Db
  events: Events
  realtime: Platform['realtime']
  jobs: Jobs
  entitlements: Entitlements
  /** Asked again before each step whether the caller may still do what the scope says. */
  grants: { isValid(scope: Scope): Promise<boolean> }
  purge: Purge
  log: Logger
}

/**
 * Deeds over many items. The row in `operations` is the truth: each step locks it, does a transaction's worth and writes
 * how far it came, so a worker may die at any time and two of them do no harm.
 */
export class Operations {
  private readonly deps: OperationsDeps
  constructor(deps: OperationsDeps) {
    this.deps = deps
    deps.realtime.describe(operationEvent, async (userId, { operationId }) => {
      const [row] = await deps.db.query<OperationRow>('select * from operations where id = $1 and actor_id = $2', [
        operationId,
        userId,
      ])
      return row ? { id: row.id, kind: row.kind, state: row.state, done: row.processed, total: row.total } : null
    })
    deps.jobs.define(operationJob, (payload) => this.work((payload as { id: string }).id))
    deps.jobs.define('resume-operations', () => this.resume(), { cron: '* * * * *' })
  }

  /** Within the caller's transaction, if any; `enqueue` it after the commit. */
  create(scope: Scope, given: NewOperation, sql: Sql = this.deps.db): Promise<OperationRow> {
    return insertOperation(sql, scope, given)
  }

  /** Its row is there already: should this fail, the minute's job finds it. */
  async enqueue(id: string, delay = 0): Promise<void> {
    await this.deps.jobs
      .add(operationJob, { id }, { key: `operation:${id}`, delayMs: delay })
      .catch((error: unknown) => this.deps.log.warn({ err: error, operation: id }, 'operation waits for its job'))
  }

  /** Running ones nobody has moved for a while: their worker died. `all`: at the start of the process. */
  async resume(all = false): Promise<{ resumed: number }> {
    const { db } = this.deps
    const rows = await db.query<{ id: string }>(
      `select id from operations where state = 'running' and ($1 or updated_at < now() - interval '30 seconds')`,
      [all],
    )
    for (const { id } of rows) await this.enqueue(id)
    await db.query(`delete from operations where state <> 'running' and updated_at < now() - interval '${retention}'`)
    return { resumed: rows.length }
  }

  /** Running ones of the caller and those that ended a moment ago, oldest first. */
  list(scope: Scope): Promise<OperationRow[]> {
    return this.deps.db.query<OperationRow>(
      `select * from operations where actor_id = $1 and background
       and (state = 'running' or updated_at > now() - interval '1 minute') order by created_at limit 100`,
      [scope.actor.userId],
    )
  }

  /** 404 for one that is not the caller's. */
  async find(scope: Scope, id: string, sql: Sql = this.deps.db): Promise<OperationRow> {
    const row = await findOperation(sql, scope, id)
    if (!row) throw storageErrors.fail('operation-not-found')
    return row
  }

  /** Stops it between two steps; a copy that is stopped leaves nothing. One that has ended stays as it is. */
  async cancel(scope: Scope, id: string): Promise<OperationRow> {
    const { db } = this.deps
    const { kind } = await this.find(scope, id)
    const stopped = await db.transaction(async (tx) => {
      if (!(await endOperation(tx, id, 'cancelled'))) return null
      return kind === 'copy' ? this.create(scope, { kind: 'purge', input: { undoes: id } }, tx) : undefined
    })
    if (stopped) await this.enqueue(stopped.id)
    const row = await this.find(scope, id)
    this.publishProgress(row)
    return row
  }

  /**
   * Undoes it by an operation of its own: a move goes back, with the names it changed, trashed items return, copies and what
   * was restored go to the trash, and files that gave way come back. One that was answered at once is undone at once.
   */
  async undo(scope: Scope, id: string): Promise<OperationRow> {
    const was = await this.find(scope, id)
    const kinds = { move: 'move', trash: 'restore', copy: 'trash', restore: 'trash' } as const
    const kind = isUndoable(was.kind) ? kinds[was.kind] : null
    if (!kind || was.state === 'running' || was.input.undoes) throw storageErrors.fail('not-undoable')
    const given = { kind, input: { undoes: id }, background: was.background }
    if (!was.background)
      return this.deps.db.transaction(async (tx) => {
        await lockTree(tx, scope.ownerId)
        return this.find(scope, await runInTransaction(tx, scope, given), tx)
      })
    const row = await this.create(scope, given)
    await this.enqueue(row.id)
    return row
  }

  /** Works on it for a slice of time, then hands the rest on. */
  async work(id: string): Promise<void> {
    const until = Date.now() + timeBudgetMs
    let told = 0
    try {
      let more = true
      while (more && Date.now() < until) {
        more = await this.step(id)
        if (Date.now() - told < progressIntervalMs) continue
        told = Date.now()
        await this.publishProgressOf(id)
      }
      await this.emitCopied(id)
      if (more) await this.enqueue(id)
    } catch (error) {
      await this.failed(id, error)
    }
    await this.publishProgressOf(id)
  }

  /** One transaction's worth. False when it has ended. */
  async step(id: string): Promise<boolean> {
    const { db, purge, grants } = this.deps
    const [op] = await db.query<OperationRow>(`select * from operations where id = $1 and state = 'running'`, [id])
    if (!op) return false
    // A link that was revoked meanwhile: what is done stays, the rest is not done.
    if (!(await grants.isValid(op.scope))) throw storageErrors.fail('forbidden')
    const more = op.kind === 'purge' ? await purgeBatch(db, purge, op) : await this.lockedStep(op)
    if (!more) await endOperation(db, id, 'done')
    return more
  }

  private async lockedStep({ id, owner_id, kind }: OperationRow): Promise<boolean> {
    const limit = kind === 'copy' ? (await this.deps.entitlements.canUpload(owner_id, 0)).limit : null
    return this.deps.db.transaction(async (tx) => {
      const op = await lockRunning(tx, id)
      if (!op) return false
      return isListKind(op.kind) ? listBatch(tx, op) : (await copyBatch(tx, op, limit)) !== null
    })
  }

  /** A refusal ends it; anything else is tried again, a few times. */
  private async failed(id: string, error: unknown): Promise<void> {
    const { db, log } = this.deps
    if (error instanceof AppError && error.status < 500) {
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
    else await this.enqueue(id, row.attempts * 1_000)
  }

  /** Copied folders have filled since they were told of. */
  private async emitCopied(id: string): Promise<void> {
    const [op] = await this.deps.db.query<OperationRow>(`select * from operations where id = $1 and kind = 'copy'`, [
      id,
    ])
    if (op)
      this.deps.events.emit('storage.items.copied', {
        ownerId: op.owner_id,
        actorId: op.actor_id,
        socketId: null,
        itemIds: [],
        parentIds: [op.target_folder_id],
      })
  }

  private async publishProgressOf(id: string): Promise<void> {
    const [row] = await this.deps.db.query<OperationRow>('select * from operations where id = $1', [id])
    if (row) this.publishProgress(row)
  }

  private publishProgress({ id, actor_id }: OperationRow): void {
    if (actor_id) this.deps.realtime.publish({ userId: actor_id, event: operationEvent, ids: { operationId: id } })
  }
}
