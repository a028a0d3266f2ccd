import type { Db, Settings } from '../../../platform/index.ts'
import type { Scope } from '../scope.ts'
import type { Purge } from './purge.ts'

const batch = 500

const ownerScope = (owner: string): Scope => ({
  root: null,
  payer: owner,
  actor: { userId: null, key: 'system' },
  permission: 'owner',
})

/** Ends what has been in the trash for `trash_retention_days` (API.md D21; 0: never). */
export class PurgeTrash {
  private readonly db: Db
  private readonly settings: Settings
  private readonly purge: Purge
  constructor(db: Db, settings: Settings, purge: Purge) {
    this.db = db
    this.settings = settings
    this.purge = purge
  }

  /** Resolves with the number of trashed trees that were removed. */
  async run(): Promise<{ removed: number }> {
    const days = await this.settings.number('trash_retention_days')
    let removed = 0
    if (days <= 0) return { removed }
    for (;;) {
      const rows = await this.db.query<{ id: string; owner_id: string }>(
        `select id, owner_id from items where trashed_at < now() - make_interval(days => $1) order by trashed_at limit ${batch}`,
        [days],
      )
      for (const [owner, items] of Map.groupBy(rows, ({ owner_id }) => owner_id))
        await this.purge.trees(
          ownerScope(owner),
          items.map(({ id }) => id),
        )
      removed += rows.length
      if (rows.length < batch) return { removed }
    }
  }
}
