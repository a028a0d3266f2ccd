import { toIso } from '../../../shared/contract.ts'
import type { StorageApi } from '../../../storage/index.ts'
import type { Backup, BackupPage, BackupState } from '../../contract.ts'

type Maintenance = Pick<StorageApi['maintenance'], 'list' | 'active'>
type Listed = Awaited<ReturnType<Maintenance['list']>>['backups'][number]

const stateOf = ({ failure, verified, damaged }: Listed): BackupState => {
  if (failure !== null) return 'failed'
  if (verified === false) return 'torn'
  if (damaged > 0) return 'damaged'
  return verified ? 'verified' : 'stored'
}

const backupOf = (run: Listed): Backup => ({
  id: run.id,
  at: run.at.toISOString(),
  state: stateOf(run),
  place: run.folder,
  files: run.blobs,
  bytes: run.bytes,
  missing: run.damaged,
  reason: run.failure,
})

/** The newest backups, and the backup jobs that run or wait. */
export const backupPage = async (maintenance: Maintenance): Promise<BackupPage> => {
  const [{ backups, target, next }, active] = await Promise.all([maintenance.list(), maintenance.active()])
  return {
    data: backups.map(backupOf),
    meta: {
      place: target,
      next_at: toIso(next),
      running: active.includes('backup'),
      verifying: active.includes('check-backup'),
    },
  }
}
