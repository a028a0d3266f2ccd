import { type Db, deleteInBatches, type Jobs, retentionPausedSince, type Settings } from '../../../platform/index.ts'
import { historyDays } from './history-days.ts'

const batchSize = 1_000

/** Notes since when the history has all changes. To be called at each start, before changes are accepted. */
export const beginHistory = (db: Db): Promise<object[]> =>
  db.query('insert into item_history_start (since) values (now()) on conflict do nothing')

/** A greater time stays: days that the settings had before have been deleted. */
const moveStartSql = `update item_history_start set since = greatest(since, now() - make_interval(days => $1))`

/** Deletes the history that is older than the trash and versions, after its start has moved there. */
export const purgeHistory = async ({
  db,
  settings,
  jobs,
}: {
  db: Db
  settings: Settings
  jobs: Pick<Jobs, 'inBatches'>
}): Promise<{ removed: number }> => {
  const unreadable = await Promise.all([
    settings.isUnreadable('trash_retention_days'),
    settings.isUnreadable('versions_retention_days'),
  ])
  const days = await historyDays(settings)
  if (unreadable.includes(true) || (await retentionPausedSince(db, days))) return { removed: 0 }
  const running = "select 1 from operations where kind = 'rewind' and state = 'running' limit 1"
  // They read what is behind their time until they end; the next day's run deletes it.
  if ((await db.query(running)).length > 0) return { removed: 0 }
  await db.query(moveStartSql, [days])
  const condition = 'changed_at < now() - make_interval(days => $1)'
  return {
    removed: await deleteInBatches(
      { db, jobs },
      { table: 'item_history', time: 'changed_at', condition, values: [days] },
    ),
  }
}

/** Deletes the history of an account whose items have been purged. */
export const deleteHistoryOf = async (db: Db, ownerId: string): Promise<void> => {
  const sql = `delete from item_history where ctid = any(array(
      select ctid from item_history where owner_id = $1 limit ${batchSize})) returning 1`
  while ((await db.query(sql, [ownerId])).length === batchSize);
  await db.query('delete from account_history_starts where owner_id = $1', [ownerId])
}
