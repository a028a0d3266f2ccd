import { pausePayments, separateInvoices, seriesSuffixOf } from '../../modules/billing/index.ts'
import {
  BackupError,
  loadConfig,
  markRestored,
  ownDataDir,
  setVariables,
  turnOn,
} from '../../modules/platform/index.ts'
import {
  changedVariables,
  readBackupAppKey,
  restoreBackup,
  restoreReportOf,
  type VerifiedBackup,
  withVerifiedBackup,
} from '../../modules/storage/index.ts'
import { endRestoredAccess, postponeDeletions } from '../../modules/users/index.ts'
import { readArgs, UsageError } from './args.ts'
import { backupTarget } from './backup-target.ts'
import { restoreLines } from './restore-lines.ts'
import { withBuiltApp } from './with-built-app.ts'

interface RestoreChoices {
  takeOver: boolean
  /** The restored installation keeps its data elsewhere than the former one. */
  withoutVariables: boolean
}

/** Restores while no server runs. The APP_KEY of the backup replaces DATA_DIR's own. */
const restoreVerified = async (
  backup: VerifiedBackup,
  { takeOver, withoutVariables }: RestoreChoices,
  say: (line: string) => void,
) => {
  const config = loadConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' })
  const appKey = await readBackupAppKey(backup)
  if (process.env.APP_KEY && process.env.APP_KEY !== appKey)
    throw new UsageError('the environment sets another APP_KEY than that of the backup: remove it, or set that one')
  const variables = changedVariables(backup, config)
  const { missing, added } = variables
  const places = missing.filter((name) => name === 'DATABASE_URL' || name === 'BLOB_URL')
  if (places.length > 0 && !withoutVariables)
    throw new BackupError(
      `the former installation had ${places.join(' and ')}, which no backup contains: set it here, as in its DATA_DIR/.env (an empty database), or restore into DATA_DIR by \`restore --without-variables\``,
    )
  if (missing.includes('BLOB_URL'))
    say('The files of the former installation were in an object store; here they are stored in DATA_DIR/blobs.')
  if (added.includes('BLOB_URL'))
    say(
      'The files of the former installation were in its DATA_DIR; here they are stored in the object store of BLOB_URL.',
    )
  if (missing.length > 0)
    say(`The former installation had variables that are not set here, and no backup has: ${missing.join(', ')}.`)
  if (added.length > 0) say(`Variables that the former installation had not: ${added.join(', ')}.`)
  const owner = await ownDataDir(config.dataDir)
  try {
    return await withBuiltApp(config, async ({ platform }) => {
      let isPaused = false
      let deletions: Awaited<ReturnType<typeof postponeDeletions>> = []
      const suffix = seriesSuffixOf(new Date())
      const { hadSchedule, missing } = await restoreBackup(backup, platform, {
        takeOver,
        beforeLoad: () => setVariables(config.dataDir, { APP_KEY: appKey }),
        async inTransaction(sql) {
          isPaused = await pausePayments(sql)
          if (!takeOver) await turnOn(sql, 'mails_paused')
          await separateInvoices(sql, suffix)
          await endRestoredAccess(sql)
          await markRestored(sql)
          deletions = await postponeDeletions(sql)
        },
      })
      await separateInvoices(platform.db, suffix)
      await endRestoredAccess(platform.db)
      return { hadSchedule, missing, isPaused, deletions, variables }
    })
  } finally {
    owner.release()
  }
}

/**
 * `restore <folder | s3://…> [--id <id>] [--take-over] [--without-damaged] [--without-variables] [--json]`: restores the
 * newest or the named backup into an empty DATA_DIR and database. `--take-over`: the former installation has ended, and its bucket belongs to
 * this one. `--without-damaged`: accepts a backup with damaged blobs, whose files then have no content.
 * `--without-variables`: the database, or the files, are in DATA_DIR from now on.
 */
export const restoreCommand = async (args: readonly string[]): Promise<void> => {
  const options = {
    id: 'string',
    json: 'boolean',
    'take-over': 'boolean',
    'without-damaged': 'boolean',
    'without-variables': 'boolean',
  } as const
  const {
    values,
    flags,
    rest: [folder],
  } = readArgs(args, options, 1)
  if (!folder)
    throw new UsageError(
      'restore <folder | s3://…> [--id <id>] [--take-over] [--without-damaged] [--without-variables] [--json]',
    )
  const withoutDamaged = flags['without-damaged'] ?? false
  const takeOver = flags['take-over'] ?? false
  let damaged: readonly string[] = []
  const restoreOne = async (backup: VerifiedBackup) => {
    const say = flags.json ? () => {} : console.log
    const { hadSchedule, missing, isPaused, deletions, variables } = await restoreVerified(
      backup,
      { takeOver, withoutVariables: flags['without-variables'] ?? false },
      say,
    )
    const lost = new Set(missing)
    damaged = backup.damaged.filter((key) => lost.has(key))
    const [scheduled_backups, payments] = [hadSchedule ? 'off' : 'none', isPaused ? 'paused' : 'none']
    const emails = takeOver ? 'sent' : 'paused'
    return {
      ...restoreReportOf(backup),
      scheduled_backups,
      payments,
      emails,
      postponed_deletions: deletions,
      variables,
    }
  }
  const report = await withVerifiedBackup(backupTarget(folder), values.id, restoreOne, { withoutDamaged })
  if (flags.json) console.log(JSON.stringify(report, null, 2))
  else for (const line of restoreLines(report, takeOver)) console.log(line)
  if (damaged.length > 0)
    throw new BackupError(
      `the restore is complete, but without ${damaged.length} blobs that are damaged in the backup: ${damaged.join(' ')}`,
    )
}
