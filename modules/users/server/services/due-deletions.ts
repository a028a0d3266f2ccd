import { sql } from 'kysely'
import { type Db, retentionPausedSince } from '../../../platform/index.ts'
import { deletionGraceDays } from '../../contract.ts'
import type { UsersTables } from '../entities/index.ts'

/** Accounts whose deletion is due; while the clock may be wrong, only those of administrators' orders since. */
export const dueDeletions = async (db: Db): Promise<{ id: string }[]> => {
  const pausedSince = await retentionPausedSince(db, deletionGraceDays)
  const due = db.builder<UsersTables>().selectFrom('users').select('id').where('deletion_at', '<', sql<Date>`now()`)
  if (!pausedSince) return due.execute()
  return due.where('deletion_at', '>=', pausedSince).where('status', '=', 'suspended').execute()
}
