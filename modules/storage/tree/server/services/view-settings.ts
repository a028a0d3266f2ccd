import type { Db, Realtime } from '../../../../platform/index.ts'
import { maxViewSettings, type StoredViews, type ViewChanged, type ViewSettings, viewChanged } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import type { Scope } from '../scope.ts'

const upsert = `on conflict (user_id, key) do update set settings = excluded.settings, updated_at = excluded.updated_at
  returning key`

const putFolderSql = `insert into view_settings (user_id, key, folder_id, settings, updated_at)
  select $1::uuid, i.id::text, i.id, $3::jsonb, clock_timestamp() from items i
  where i.id = $2::uuid and i.owner_id = $4::uuid and i.is_folder ${upsert}`

const putListSql = `insert into view_settings (user_id, key, settings, updated_at)
  values ($1, $2, $3::jsonb, clock_timestamp()) ${upsert}`

/** The root's settings stay, because folders inherit them. */
const dropOldestSql = `delete from view_settings where user_id = $1 and key in (
    select key from view_settings where user_id = $1 and key <> 'files' order by updated_at desc offset $2)`

const accountSql = `select (select used_bytes from usage where user_id = $1) as used,
  (select json_object_agg(key, settings) from view_settings where user_id = $1) as views`

/** What each page of an account reads: bytes in use, as `usedBytes`, and how its folders are shown. */
export const usageAndViews = async (db: Db, userId: string): Promise<{ used: number; views: StoredViews }> => {
  const [row] = await db.query<{ used: number | null; views: StoredViews | null }>(
    accountSql,
    [userId],
    'storage.usage-and-views',
  )
  return { used: row?.used ?? 0, views: row?.views ?? {} }
}

const oneSql = 'select settings from view_settings where user_id = $1 and key = $2'

/** How people show their folders and lists. */
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
    await this.store(scope, key, settings)
    const { userId, socketId = null } = scope.actor
    if (userId) this.realtime.publish({ userId, event: viewChanged, ids: { key }, except: socketId })
  }

  private async store(scope: Scope, key: string, settings: ViewSettings): Promise<void> {
    const { userId } = scope.actor
    if (Object.keys(settings).length === 0) {
      await this.db.query('delete from view_settings where user_id = $1 and key = $2', [userId, key])
      return
    }
    const isFolder = key.length === 36
    const json = JSON.stringify(settings)
    const put = isFolder
      ? await this.db.query(putFolderSql, [userId, key, json, scope.ownerId], 'storage.put-folder-view')
      : await this.db.query(putListSql, [userId, key, json], 'storage.put-list-view')
    if (put.length === 0) throw storageErrors.fail('item-not-found')
    await this.db.query(dropOldestSql, [userId, maxViewSettings - 1], 'storage.drop-oldest-views')
  }
}
