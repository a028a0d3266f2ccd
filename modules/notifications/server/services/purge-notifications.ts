import { type Db, deleteInBatches, type Jobs, retentionPausedSince } from '../../../platform/index.ts'

/** Old notifications: each condition has an index of its own. */
export const oldNotifications = [
  { time: 'read_at', condition: `read_at < now() - interval '90 days'` },
  { time: 'created_at', condition: `read_at is null and created_at < now() - interval '1 year'` },
]

/** Job: deletes notifications read 90 days ago or unread for a year; resolves with their number. */
export const purgeNotifications = async (platform: {
  db: Db
  jobs: Pick<Jobs, 'inBatches'>
}): Promise<{ removed: number }> => {
  if (await retentionPausedSince(platform.db, 0)) return { removed: 0 }
  let removed = 0
  for (const old of oldNotifications) removed += await deleteInBatches(platform, { table: 'notifications', ...old })
  return { removed }
}
