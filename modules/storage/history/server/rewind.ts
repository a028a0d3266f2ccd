import type { Db, Settings, Tx } from '../../../platform/index.ts'
import type { OperationRow, Operations } from '../../operations/index.ts'
import { allow, type ItemLocation, requireFolder, type Scope, storageErrors } from '../../tree/index.ts'
import type { RestorePreview } from '../contract.ts'
import { countChanges } from './count-changes.ts'
import { historyDays } from './history-days.ts'
import { type Moment, recentMoments } from './recent-moments.ts'
import { listChanges, rewindBatch } from './rewind-batch.ts'

interface RewindDeps {
  db: Db
  settings: Settings
  operations: Operations
  /** Throws 429 for too many of this account. */
  count(userId: string): Promise<unknown>
}

/** Carries the result out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly preview: RestorePreview
  constructor(preview: RestorePreview) {
    super('rolled back')
    this.preview = preview
  }
}

/** In whole milliseconds, which JSON preserves. */
const earliestSql = `select date_trunc('milliseconds', greatest(coalesce((select since from item_history_start), now()),
    now() - make_interval(days => $1), $2::timestamptz, $3::timestamptz)) + interval '1 ms' as earliest, clock_timestamp() as now`

/** Restores folders to an earlier time (decision 0052). `id`: a folder, or `all` for the root of the caller's own files. */
export class Rewind {
  private readonly deps: RewindDeps
  constructor(deps: RewindDeps) {
    this.deps = deps
    deps.operations.worker.define('rewind', rewindBatch)
  }

  /** 403 for callers who may not, 404 `parent-not-found`. */
  async list(scope: Scope, id: string): Promise<{ earliest: Date; moments: Moment[] }> {
    const folder = await this.requireAllowed(scope, id)
    const { earliest } = await this.bounds(scope, folder)
    return { earliest, moments: await recentMoments(this.deps.db, scope, folder?.item.id ?? null, earliest) }
  }

  /** Changes nothing. Errors as `start`, except 409. */
  async preview(scope: Scope, id: string, at: string): Promise<RestorePreview> {
    const { db, operations } = this.deps
    const input = await this.validate(scope, id, at)
    try {
      return await db.transaction(async (tx) => {
        let op = await operations.create(scope, { kind: 'rewind', input: { rewind: input } }, tx)
        while (!(await listChanges(tx, op, input))) op = await operations.find(scope, op.id, tx)
        const isOwner = scope.permission === 'owner'
        throw new RolledBack(await countChanges(tx, { id: op.id, at: input.at, isOwner }))
      })
    } catch (error) {
      if (error instanceof RolledBack) return error.preview
      throw error
    }
  }

  /** As `list`; 422 for a time before `earliest` or to come, 409 while a restore of this owner runs, 429. */
  async start(scope: Scope, id: string, at: string): Promise<OperationRow> {
    const { db, operations } = this.deps
    const input = await this.validate(scope, id, at)
    const row = await db.transaction(async (tx: Tx) => {
      await scope.lockPermission?.(tx)
      await tx.lock(`rewind/${scope.ownerId}`)
      const [running] = await tx.query(
        `select 1 from operations where owner_id = $1 and kind = 'rewind' and state = 'running'`,
        [scope.ownerId],
      )
      if (running) throw storageErrors.fail('restore-running')
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

  private async validate(scope: Scope, id: string, at: string): Promise<{ folder: string | null; at: string }> {
    const folder = await this.requireAllowed(scope, id)
    const time = new Date(at)
    const { earliest, now } = await this.bounds(scope, folder)
    if (!(time >= earliest && time <= now)) throw storageErrors.fail('restore-point-unknown')
    await this.deps.count(scope.actor.userId ?? scope.ownerId)
    return { folder: folder?.item.id ?? null, at: time.toISOString() }
  }

  private async bounds(scope: Scope, folder: ItemLocation | null): Promise<{ earliest: Date; now: Date }> {
    const { db, settings } = this.deps
    const [row] = await db.query<{ earliest: Date; now: Date }>(earliestSql, [
      await historyDays(settings),
      folder?.item.created_at ?? null,
      scope.since ?? null,
    ])
    return row as { earliest: Date; now: Date }
  }
}
