import { BackupError } from '../../modules/platform/index.ts'
import { restoreReportOf, withVerifiedBackup } from '../../modules/storage/index.ts'
import { readArgs, UsageError } from './args.ts'
import { backupTarget } from './backup-target.ts'
import { withApp } from './with-app.ts'

const count = (text: string | undefined): number => {
  if (text === undefined) return 0
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--keep is a number of backups, not ${text}`)
  return Number(text)
}

/** `backup <folder | s3://…> [--keep n] [--verify] [--json]`: adds a backup while the server runs, or verifies the newest one. */
export const backupCommand = async (args: readonly string[]): Promise<number> => {
  const options = { keep: 'string', verify: 'boolean', json: 'boolean', id: 'string' } as const
  const {
    values,
    flags,
    rest: [folder],
  } = readArgs(args, options, 1)
  if (!folder) throw new UsageError('backup <folder | s3://…> [--keep <n>] [--verify [--id <id>]] [--json]')
  const target = backupTarget(folder)
  const keep = count(values.keep)
  const report = flags.verify
    ? await withVerifiedBackup(target, values.id, async (verified) => restoreReportOf(verified))
    : await withApp(({ storage }) => storage.api.maintenance.backup(target, keep))
  if (flags.json) console.log(JSON.stringify(report, null, 2))
  else
    console.log(
      `${flags.verify ? 'verified' : 'made'} backup ${report.id}: ${report.blobs} blobs, ${report.bytes} bytes` +
        ('copied' in report ? `, ${report.copied} of them new` : ''),
    )
  if ('notRemoved' in report && report.notRemoved)
    throw new BackupError(`the backup is complete, but old ones were not removed: ${report.notRemoved}`)
  if (report.damaged.length === 0) return 0
  throw new BackupError(
    `${report.damaged.length} blobs are not in the backup, because they are missing or damaged: ${report.damaged.join(' ')}`,
  )
}
