import type { Db, Jobs, Settings } from '../../../../platform/index.ts'
import type { Scope } from '../scope.ts'
import type { Purge } from './purge.ts'

/** Trees looked up at a time. */
const batch = 100
const nobody = '00000000-0000-0000-0000-000000000000'

const ownerScope = (owner: string): Scope => ({
  root: null,
  ownerId: owner,
  actor: { userId: null, key: 'system' },
  permission: 'owner',
})

/** A worker lets others in after so long; the rest is a job of its own. */
const slice = 2_000
const job = 'purge-trash'

/** Where a run goes on: after this tree, in the order in which they were trashed. */
interface Cursor {
  at: string
  id: string
}

interface Old {
  id: string
  owner_id: string
  at: string
}

const oldest = `select id, owner_id, trashed_at::text as at from items where trashed_at < now() - make_interval(days => $1)
  and (trashed_at, id) > ($2::timestamptz, $3::uuid) order by trashed_at, id limit ${batch}`

/**
 * Ends what has been in the trash for `trash_retention_days` (API.md D21; 0: never), in slices of time: each transaction is
 * a small one, and a run that a restart ends is gone on with by the next.
 */
export class PurgeTrash {
  private readonly db: Db
  private readonly settings: Settings
  private readonly purge: Purge
  private readonly jobs: Jobs
  constructor({ db, settings, jobs }: { db: Db; settings: Settings; jobs: Jobs }, purge: Purge) {
    this.db = db
    this.settings = settings
    this.purge = purge
    this.jobs = jobs
    jobs.define(job, (payload) => this.run(payload as Partial<Cursor>), { cron: '43 3 * * *' })
  }

  /** Resolves with the number of trashed trees that were removed in this slice; the rest is queued. */
  async run({ at = '-infinity', id = nobody }: Partial<Cursor> = {}): Promise<{ removed: number }> {
    const days = await this.settings.get('trash_retention_days')
    const until = Date.now() + slice
    let [removed, after] = [0, { at, id }]
    // The default may be shorter than what the operator meant: nothing is deleted by a value that cannot be read.
    if (days <= 0 || (await this.settings.isUnreadable('trash_retention_days'))) return { removed }
    for (;;) {
      const rows = await this.db.query<Old>(oldest, [days, after.at, after.id])
      for (const [owner, items] of Map.groupBy(rows, ({ owner_id }) => owner_id))
        await this.purge.trees(
          ownerScope(owner),
          items.map((item) => item.id),
        )
      removed += rows.length
      const last = rows.at(-1)
      if (!last || rows.length < batch) return { removed }
      after = { at: last.at, id: last.id }
      if (Date.now() < until) continue
      await this.jobs.add(job, after, { key: job })
      return { removed }
    }
  }
}
