import type { Db, SessionLock } from '../../../platform/index.ts'
import { endOperation, type OperationRow } from '../../operations/index.ts'
import type { ExtractionGrants } from './entry-store.ts'

interface WatchDeps {
  db: Db
  grants: Pick<ExtractionGrants, 'isValid'>
}

/** Whether an extraction still runs, in this process, and by a permission that is valid: it ends with the permission. */
export const isWanted = async (
  { db, grants }: WatchDeps,
  { id, scope }: OperationRow,
  lock: SessionLock,
): Promise<boolean> => {
  if (!lock.isHeld()) return false
  const rows = await db.query(`select 1 from operations where id = $1 and state = 'running'`, [id])
  if (rows.length === 0) return false
  if (await grants.isValid(scope)) return true
  await endOperation(db, id, 'failed', 'forbidden')
  return false
}
