import type { Db } from '../../platform/index.ts'

/** How an account shows its folders and lists, for its export. */
export const exportViews = (db: Db, userId: string) =>
  db.query('select key, settings, updated_at from view_settings where user_id = $1 order by updated_at, key', [userId])
