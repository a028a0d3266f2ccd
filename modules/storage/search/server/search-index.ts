import type { Db } from '../../../platform/index.ts'

const name = 'items_search_index'

/**
 * The index of names. The migration makes it while the table is small; over a table that holds much it is made here,
 * beside running reads and writes, by one process at a time.
 */
export class SearchIndex {
  private readonly db: Db
  private there = false
  constructor(db: Db) {
    this.db = db
  }

  /** Asked once more until it is there, then never again. */
  async ready(): Promise<boolean> {
    if (this.there) return true
    const rows = await this.db.query(`select 1 from pg_index where indexrelid = to_regclass($1) and indisvalid`, [name])
    this.there = rows.length > 0
    return this.there
  }

  /** Makes it if it is not there or was left half made. */
  async make(): Promise<void> {
    if (await this.ready()) return
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
