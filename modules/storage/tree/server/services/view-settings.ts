import type { Db, Realtime } from '../../../../platform/index.ts'
import {
  maxViewSettings,
  type StoredViews,
  type ViewChanged,
  type ViewChanges,
  type ViewSettings,
  viewChanged,
} from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import type { Scope } from '../scope.ts'

/** `settings`: SQL of the new settings of a row that exists already. */
const statements = (name: string, settings: string) => {
  const update = `on conflict (user_id, key) do update
    set settings = jsonb_strip_nulls(${settings}), updated_at = excluded.updated_at returning key`
  const folder = `insert into view_settings (user_id, key, folder_id, settings, updated_at)
    select $1::uuid, i.id::text, i.id, jsonb_strip_nulls($3::jsonb), clock_timestamp() from items i
    where i.id = $2::uuid and i.owner_id = $4::uuid and i.is_folder ${update}`
  const list = `insert into view_settings (user_id, key, settings, updated_at)
    values ($1, $2, jsonb_strip_nulls($3::jsonb), clock_timestamp()) ${update}`
  return { name, folder, list }
}
const replaced = statements('put', '$3::jsonb')
const merged = statements('change', 'view_settings.settings || $3::jsonb')

const dropEmptySql = `delete from view_settings where user_id = $1 and key = $2 and settings = '{}'`

/** The root's settings stay, because folders inherit them. */
const dropOldestSql = `delete from view_settings where user_id = $1 and key in (
    select key from view_settings where user_id = $1 and key <> 'files' order by updated_at desc offset $2)`

const accountSql = `select (select used_bytes from usage where user_id = $1) as used,
  (select json_object_agg(key, settings) from view_settings where user_id = $1) as views`

/** Bytes in use, as by `usedBytes`, and view settings of an account: each of its pages reads them. */
export const readUsageAndViews = async (db: Db, userId: string): Promise<{ used: number; views: StoredViews }> => {
  const [row] = await db.query<{ used: number | null; views: StoredViews | null }>(
    accountSql,
    [userId],
    'storage.usage-and-views',
  )
  return { used: row?.used ?? 0, views: row?.views ?? {} }
}

const oneSql = 'select settings from view_settings where user_id = $1 and key = $2'

/** View settings of folders and lists, per person. */
export class ViewSettingsStore {
  private readonly db: Db
  private readonly realtime: Realtime
  constructor(db: Db, realtime: Realtime) {
    this.db = db
    this.realtime = realtime
    realtime.describe(viewChanged, async (userId, { key }): Promise<ViewChanged> => {
      const [row] = await db.query<{ settings: ViewSettings }>(oneSql, [userId, key], 'storage.view-of-key')
      return { key: String(key), settings: row?.settings ?? null }
    })
  }

  /**
   * Replaces the caller's settings of a list, or of a folder within the scope; empty settings are removed. 404 for an id
   * that is not a folder of the scope. The caller's other tabs and devices follow.
   */
  async put(scope: Scope, key: string, settings: ViewSettings): Promise<void> {
    await this.store(scope, key, settings, replaced)
  }

  /** Changes some of them, as `put`; null removes one. */
  async change(scope: Scope, key: string, changes: ViewChanges): Promise<void> {
    await this.store(scope, key, changes, merged)
  }

  /** Settings of all folders and lists of the account. */
  async ofAccount(userId: string): Promise<StoredViews> {
    return (await readUsageAndViews(this.db, userId)).views
  }

  private async store(scope: Scope, key: string, changes: ViewChanges, sql: typeof merged): Promise<void> {
    const { userId, socketId = null } = scope.actor
    const json = JSON.stringify(changes)
    const isFolder = key.length === 36
    const stored = isFolder
      ? await this.db.query(sql.folder, [userId, key, json, scope.ownerId], `storage.${sql.name}-folder-view`)
      : await this.db.query(sql.list, [userId, key, json], `storage.${sql.name}-list-view`)
    if (stored.length === 0) throw storageErrors.fail('item-not-found')
    await this.db.query(dropEmptySql, [userId, key], 'storage.drop-empty-view')
    await this.db.query(dropOldestSql, [userId, maxViewSettings - 1], 'storage.drop-oldest-views')
    if (userId) this.realtime.publish({ userId, event: viewChanged, ids: { key }, except: socketId })
  }
}
