import { type Db, limitConcurrency, type Settings, type Sql, type Tx } from '../../../platform/index.ts'
import type { OperationRow, Operations } from '../../operations/index.ts'
import { allow, type ItemLocation, requireFolder, type Scope, storageErrors } from '../../tree/index.ts'
import type { RestorePreview } from '../contract.ts'
import { historyDays } from './history-days.ts'
import { historyStart, isInHistory } from './history-start.ts'
import { lockRestores } from './limit-history.ts'
import { previewChanges, previewMs } from './preview-changes.ts'
import { type Moment, recentMoments } from './recent-moments.ts'
import { rewindBatch } from './rewind-batch.ts'

interface RewindDeps {
  db: Db
  settings: Settings
  operations: Operations
  /** Throws 429 for too many of this account. */
  count(userId: string): Promise<unknown>
}

/**
 * In whole milliseconds, which JSON preserves. An hour less than the retention: the job that deletes the history must not
 * overtake a restore.
 */
const earliestSql = `select date_trunc('milliseconds', greatest(coalesce(${historyStart('$5')}, now()),
    now() - make_interval(days => $1) + interval '1 hour', $2::timestamptz, $3::timestamptz, $4::timestamptz)) + interval '1 ms' as earliest,
    clock_timestamp() as now`

/**
 * When the folder `$1`, or one around it, came last into a folder below the root `$2` of the scope: members must not get
 * what was in it, and deleted from it, before.
 */
const enteredSql = `with recursive up as (
    select id, parent_id from items where id = $1 and id <> $2
    union select i.id, i.parent_id from up join items i on i.id = up.parent_id where i.id <> $2
  ) select max(h.changed_at) as entered from up join item_history h on h.item_id = up.id
  where h.entered_id is not null and (h.trashed or h.folder_id <> h.entered_id)`

/** At once in this process: each keeps a connection of the pool for its whole walk. One account never has all places. */
const limitPreviews = limitConcurrency({ maxRunning: 3, maxWaiting: 20, maxOfCaller: 2 })

/** Restores folders to an earlier time (decision 0052). `id`: a folder, or `all` for the root of the caller's own files. */
export class Rewind {
  private readonly deps: RewindDeps
  constructor(deps: RewindDeps) {
    this.deps = deps
    deps.operations.worker.define('rewind', rewindBatch)
    deps.operations.checkUndo('rewind', isInHistory)
  }

  /** 403 for callers who may not, 404 `parent-not-found`. */
  async list(scope: Scope, id: string): Promise<{ earliest: Date; moments: Moment[] }> {
    const folder = await this.requireAllowed(scope, id)
    const { earliest } = await this.bounds(this.deps.db, scope, folder)
    return { earliest, moments: await recentMoments(this.deps.db, scope, folder?.item.id ?? null, earliest) }
  }

  /** Changes nothing. Errors as `start`, except 409; 503 while too many run, 422 `preview-too-large`. */
  async preview(scope: Scope, id: string, at: string): Promise<RestorePreview> {
    const deadline = performance.now() + previewMs
    const { input } = await this.validate(scope, id, at)
    return limitPreviews(scope.actor.userId ?? scope.ownerId, () => previewChanges(this.deps, scope, input, deadline))
  }

  /** As `list`; 422 for a time before `earliest` or to come, 409 while a restore of this owner runs, 429. */
  async start(scope: Scope, id: string, at: string): Promise<OperationRow> {
    const { db, operations } = this.deps
    const { folder, input } = await this.validate(scope, id, at)
    const row = await db.transaction(async (tx: Tx) => {
      await scope.lockPermission?.(tx)
      await lockRestores(tx, scope.ownerId)
      const [running] = await tx.query(
        `select 1 from operations where owner_id = $1 and kind = 'rewind' and state = 'running'`,
        [scope.ownerId],
      )
      if (running) throw storageErrors.fail('restore-running')
      await this.requireKnown(tx, scope, folder, input.at)
      return operations.create(scope, { kind: 'rewind', input: { rewind: input } }, tx)
    })
    await operations.enqueue(row.id)
    return row
  }

  private async requireAllowed(scope: Scope, id: string): Promise<ItemLocation | null> {
    const folder = await requireFolder(this.deps.db, scope, id === 'all' ? null : id)
    allow(scope, 'rewind')
    return folder
  }

  private async validate(scope: Scope, id: string, at: string) {
    const folder = await this.requireAllowed(scope, id)
    await this.requireKnown(this.deps.db, scope, folder, at)
    await this.deps.count(scope.actor.userId ?? scope.ownerId)
    return { folder, input: { folder: folder?.item.id ?? null, at: new Date(at).toISOString() } }
  }

  private async requireKnown(sql: Sql, scope: Scope, folder: ItemLocation | null, at: string): Promise<void> {
    const time = new Date(at)
    const { earliest, now } = await this.bounds(sql, scope, folder)
    if (!(time >= earliest && time <= now)) throw storageErrors.fail('restore-point-unknown')
  }

  private async bounds(sql: Sql, scope: Scope, folder: ItemLocation | null): Promise<{ earliest: Date; now: Date }> {
    const [came] =
      folder && scope.root ? await sql.query<{ entered: Date | null }>(enteredSql, [folder.item.id, scope.root]) : []
    const [row] = await sql.query<{ earliest: Date; now: Date }>(earliestSql, [
      await historyDays(this.deps.settings),
      folder?.item.created_at ?? null,
      scope.since ?? null,
      came?.entered ?? null,
      scope.ownerId,
    ])
    return row as { earliest: Date; now: Date }
  }
}
