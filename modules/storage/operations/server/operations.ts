import type { Sql, Tx } from '../../../platform/index.ts'
import { lockTree, type Scope, storageErrors } from '../../tree/index.ts'
import { type OperationKind, operationEvent } from '../contract.ts'
import { deleteForgotten } from './delete-forgotten.ts'
import { findOperation } from './find-operation.ts'
import { endOperation, insertOperation, type NewOperation, type OperationRow } from './operation.row.ts'
import { type OperationsDeps, OperationWorker } from './operation-worker.ts'
import { runInTransaction } from './run-in-transaction.ts'
import { undoOperationOf } from './undo-operation.ts'
import { hasActiveItem } from './undo-rows.ts'

/** A running operation without progress for this long has lost its worker. */
/** A clock that was ahead leaves times that lie ahead. */
const isStale = `updated_at not between now() - interval '30 seconds' and now() + interval '30 seconds'`
/** How long ended operations are listed, except those whose end is to be told once, whenever that is. */
const listedAfterEnd = '1 minute'
/** Failures, and results of imports: these take hours, and tell what was left out. */
const isToldOnce = `(state = 'failed' or (kind = 'import' and state = 'done'))`

/** Whether an ended operation can be undone: what its undo needs is still there, and stays there until the transaction ends. */
type UndoCheck = (tx: Tx, original: OperationRow) => Promise<boolean>

/** Actions on many items. The row in `operations` is the source of truth; `OperationWorker` runs it. */
export class Operations {
  private readonly deps: OperationsDeps
  private readonly undoChecks = new Map<OperationKind, UndoCheck>()
  readonly worker: OperationWorker
  constructor(deps: OperationsDeps) {
    this.deps = deps
    this.worker = new OperationWorker(deps)
    deps.realtime.describe(operationEvent, async (userId, { operationId }) => {
      const [row] = await deps.db.query<OperationRow>('select * from operations where id = $1 and actor_id = $2', [
        operationId,
        userId,
      ])
      return row ? { id: row.id, kind: row.kind, state: row.state, done: row.processed, total: row.total } : null
    })
    deps.jobs.define('resume-operations', () => this.resumeStale(), { cron: '* * * * *' })
  }

  /** Inserts the operation, in the caller's transaction if given. Call `enqueue` after the commit. */
  create(scope: Scope, operation: NewOperation, sql: Sql = this.deps.db): Promise<OperationRow> {
    return insertOperation(sql, scope, operation)
  }

  enqueue(id: string): Promise<void> {
    return this.worker.enqueue(id)
  }

  /** Runs one batch. False when the operation has ended. */
  step(id: string): Promise<boolean> {
    return this.worker.step(id)
  }

  /**
   * Queues running operations that lost their worker, and deletes old ones with the items that only their undo needs.
   * Extractions and imports have a runner of their own.
   */
  async resumeStale(): Promise<{ resumed: number }> {
    const resumed = await this.resume(isStale)
    await deleteForgotten(this.deps)
    return { resumed }
  }

  /** Queues all running operations; call it at the start. */
  async resumeAll(): Promise<void> {
    await this.resume('true')
  }

  private async resume(condition: string): Promise<number> {
    const rows = await this.deps.db.query<{ id: string }>(
      `select id from operations where state = 'running' and kind not in ('extract', 'import') and ${condition}`,
    )
    for (const { id } of rows) await this.enqueue(id)
    return rows.length
  }

  /**
   * Running operations of the caller, failed ones and imports that are not dismissed, and others that have just ended, oldest first. At
   * most 100, running and new ones first, so that failed ones which are never dismissed do not crowd out the ones being
   * watched.
   */
  list(scope: Scope): Promise<OperationRow[]> {
    return this.deps.db.query<OperationRow>(
      `select * from (
         select * from operations where actor_id = $1 and background
         and case when state = 'running' then true when ${isToldOnce} then not dismissed
           else updated_at > now() - interval '${listedAfterEnd}' end
         order by state = 'running' desc, created_at desc limit 100
       ) latest order by created_at`,
      [scope.actor.userId],
    )
  }

  /** An operation of the caller; 404 for others. */
  async find(scope: Scope, id: string, sql: Sql = this.deps.db): Promise<OperationRow> {
    const row = await findOperation(sql, scope, id)
    if (!row) throw storageErrors.fail('operation-not-found')
    return row
  }

  /**
   * Stops an operation between two batches. The copies of a stopped copy are purged, or trashed where they contain items
   * that it did not create; the folder of a stopped extraction is trashed where it was created.
   * Does not change an ended operation; dismisses a failed one and the result of an import, which are then not listed any more.
   */
  async cancel(scope: Scope, id: string): Promise<OperationRow> {
    const { db } = this.deps
    const { kind, scope: within } = await this.find(scope, id)
    const removal = await db.transaction(async (tx) => {
      if (!(await endOperation(tx, id, 'cancelled'))) {
        await tx.query(`update operations set dismissed = true where id = $1 and ${isToldOnce}`, [id])
        return null
      }
      const reverted = kind === 'copy' ? 'purge' : kind === 'extract' ? 'trash' : null
      return reverted && this.create(within, { kind: reverted, input: { undoes: id } }, tx)
    })
    if (removal) await this.enqueue(removal.id)
    const row = await this.find(scope, id)
    this.worker.publishProgress(row)
    return row
  }

  /** Notifies the tabs of the account that started the operation of its progress. */
  publish(id: string): Promise<void> {
    return this.worker.publishProgressOf(id)
  }

  /** Fails the running operations that an account began until `at`. Finished batches stay. */
  async failAllOf(actorId: string, at: string): Promise<void> {
    const { db } = this.deps
    const rows = await db.query<{ id: string }>(
      `select id from operations where actor_id = $1 and state = 'running' and created_at <= $2::timestamptz`,
      [actorId, at],
    )
    for (const { id } of rows) await endOperation(db, id, 'failed', 'forbidden')
  }

  /**
   * Undoes an operation by another one: moved items return to their folder and name, trashed items are restored, copied,
   * extracted and restored items are trashed, and replaced files are restored; a restore to an earlier time is undone by one
   * to the time before it. It runs in the background if the original did. 404 for an
   * operation that is not the caller's and when none of the removed items can be restored, `not-undoable` while it runs, for
   * undo operations and where a check of the kind (`checkUndo`) says so, 403 when the grant that it was allowed by has ended, 422 when folders would end up inside each
   * other.
   */
  async undo(caller: Scope, id: string): Promise<OperationRow> {
    const original = await this.find(caller, id)
    const scope = { ...original.scope, actor: caller.actor }
    if (!(await this.deps.grants.isValid(scope))) throw storageErrors.fail('forbidden')
    const undo = undoOperationOf(original)
    if (!undo) throw storageErrors.fail('not-undoable')
    if (!original.background)
      return this.deps.db.transaction(async (tx) => {
        await this.requireUndoable(tx, original)
        await this.deps.grants.lockPermission(tx, scope)
        await lockTree(tx, scope.ownerId)
        const undone = await this.find(scope, await runInTransaction(tx, scope, undo), tx)
        if (original.kind === 'trash' && !(await hasActiveItem(tx, undone.id)))
          throw storageErrors.fail('item-not-found')
        return undone
      })
    const row = await this.deps.db.transaction(async (tx) => {
      await this.requireUndoable(tx, original)
      return this.create(scope, undo, tx)
    })
    await this.enqueue(row.id)
    return row
  }

  /** Adds the check of a kind whose undo needs what another slice keeps. */
  checkUndo(kind: OperationKind, check: UndoCheck): void {
    this.undoChecks.set(kind, check)
  }

  private async requireUndoable(tx: Tx, original: OperationRow): Promise<void> {
    const check = this.undoChecks.get(original.kind)
    if (check && !(await check(tx, original))) throw storageErrors.fail('not-undoable')
  }
}
