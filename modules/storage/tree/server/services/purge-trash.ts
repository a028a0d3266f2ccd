import {
  CollectedErrors,
  type Db,
  type Jobs,
  type Logger,
  retentionPausedSince,
  type Settings,
} from '../../../../platform/index.ts'
import { nilUuid } from '../../../../shared/contract.ts'
import { systemScope } from '../scope.ts'
import type { Purge } from './purge.ts'
import { trashedUntil } from './still-trashed.ts'

/** Trashed trees per query. */
const batchSize = 100
/** Time after which a run queues the rest as a job of its own, so that other jobs get the worker. */
const timeBudgetMs = 2_000
const job = 'purge-trash'

/** A run continues after this tree, in the order in which trees were trashed. */
interface Cursor {
  at: string
  id: string
}

interface ExpiredRoot {
  id: string
  owner_id: string
  at: string
}

/** $1: days of the retention. Its `merged_by` and `trashed_at` are those of the index. */
export const expiredTrashSql = `select id, owner_id, trashed_at::text as at from items where merged_by is null and trashed_at < now() - make_interval(days => $1)
  and (trashed_at, id) > ($2::timestamptz, $3::uuid) order by trashed_at, id limit ${batchSize}`

/**
 * Purges trees that have been in the trash for `trash_retention_days` (D21; 0: never). Each transaction is small;
 * after a restart the next run continues.
 */
export class PurgeTrash {
  private readonly db: Db
  private readonly settings: Settings
  private readonly purge: Purge
  private readonly jobs: Jobs
  private readonly log: Logger
  constructor({ db, settings, jobs, log }: { db: Db; settings: Settings; jobs: Jobs; log: Logger }, purge: Purge) {
    this.db = db
    this.settings = settings
    this.purge = purge
    this.jobs = jobs
    this.log = log
    jobs.define(job, (payload) => this.run(payload as Partial<Cursor>), { cron: '43 3 * * *' })
  }

  /**
   * Resolves with the number of trashed trees that this run removed; queues the rest. Trees that fail do not stop the
   * others.
   */
  async run({ at = '-infinity', id = nilUuid }: Partial<Cursor> = {}): Promise<{ removed: number }> {
    const days = await this.settings.get('trash_retention_days')
    const deadline = performance.now() + timeBudgetMs
    const errors = new CollectedErrors(this.log, 'cannot purge expired items of the trash')
    let [removed, after] = [0, { at, id }]
    // An unreadable value falls back to the default, which may be shorter than intended: then nothing is deleted.
    if (days <= 0 || (await this.settings.isUnreadable('trash_retention_days'))) return { removed }
    if (await retentionPausedSince(this.db, days)) return { removed }
    for (;;) {
      const rows = await this.db.query<ExpiredRoot>(expiredTrashSql, [days, after.at, after.id])
      for (const [owner, items] of Map.groupBy(rows, ({ owner_id }) => owner_id))
        removed += await this.purgeTrees(owner, items, errors)
      const last = rows.at(-1)
      if (!last || rows.length < batchSize) break
      after = { at: last.at, id: last.id }
      if (performance.now() < deadline) continue
      await this.jobs.add(job, after, { key: job })
      break
    }
    errors.rethrow()
    return { removed }
  }

  /** Resolves with the number of removed trees. When they fail together, each is tried by itself. */
  private async purgeTrees(ownerId: string, roots: readonly ExpiredRoot[], errors: CollectedErrors): Promise<number> {
    const options = { stillTrashed: trashedUntil(roots.at(-1)?.at ?? '-infinity'), signal: this.jobs.signal }
    const purge = (ids: string[]) => this.purge.trees(systemScope(ownerId), ids, options)
    try {
      await purge(roots.map(({ id }) => id))
      return roots.length
    } catch {
      let removed = 0
      for (const { id } of roots) if (await errors.collect({ ownerId, item: id }, () => purge([id]))) removed += 1
      return removed
    }
  }
}
