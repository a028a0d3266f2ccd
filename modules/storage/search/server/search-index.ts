import type { Db } from '../../../platform/index.ts'

const name = 'items_search_index'

/**
 * The index of names. The migration creates it while the table is small. On a large table it is created here,
 * concurrently and by one process at a time.
 */
export class SearchIndex {
  private readonly db: Db
  private exists = false
  constructor(db: Db) {
    this.db = db
  }

  /** Queries the catalog until the index exists, then never again. */
  async isReady(): Promise<boolean> {
    if (this.exists) return true
    const rows = await this.db.query(`select 1 from pg_index where indexrelid = to_regclass($1) and indisvalid`, [name])
    this.exists = rows.length > 0
    return this.exists
  }

  /** Creates the index if it is missing or was left invalid. */
  async create(): Promise<void> {
    if (await this.isReady()) return
    await this.db.withOwnConnection(async (client) => {
      // The lock ends with the connection.
      const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('coffer.search-index')) as mine`)
      if (!rows[0]?.mine) return
      await client.query(`drop index concurrently if exists ${name}`)
      await client.query(
        `create index concurrently ${name} on items using gin (search_keys(owner_id, id, is_folder, kind, name))
         with (gin_pending_list_limit = 512) where trashed_at is null`,
      )
    })
  }
}
