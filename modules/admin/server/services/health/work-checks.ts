import { join } from 'node:path'
import { type Config, commandLine, isSameDisk, localBlobs } from '../../../../platform/index.ts'
import { hourMs } from '../../../../shared/contract.ts'
import type { HealthChecks, HealthDeps } from './check.ts'

const lateJobSeconds = 60
/** As in `/health/ready`. */
const stuckJobSeconds = 900
/** An email waits for so long when the mail server does not answer; jobs that wait for it count for no other check. */
const lateMailSeconds = 900
/** A backup may be this many hours late: the job runs each hour, and copying takes time. */
const backupDelayHours = 6
/** Without a schedule, an older backup is late. */
const unscheduledHours = 7 * 24
/** Fsck runs every week. */
const fsckMaxHours = 9 * 24

const hoursSince = (at: Date) => Math.floor((Date.now() - at.getTime()) / hourMs)
/** Also true for a time in the future: the clock was wrong when it was recorded. */
const isLate = (hours: number, max: number) => hours > max || hours < -1

/**
 * Outcome for a backup that is on the same disk as the files or the database, and would be lost with them. Files in a bucket
 * and a database elsewhere are on no disk of the server.
 */
const diskOutcome = async (target: string, { dataDir, blobUrl, databaseUrl }: Config) => {
  if (blobUrl === localBlobs && (await isSameDisk(target, join(dataDir, 'blobs')))) return 'sameDisk'
  if (databaseUrl === null && (await isSameDisk(target, join(dataDir, 'postgres')))) return 'databaseDisk'
  return 'ok'
}

/** Health checks of background work: jobs, emails, backups, fsck, plans and payments at gateways. */
export const workChecks = ({
  platform: { jobs, mailer, settings, config },
  maintenance: { history, backupTarget, lastBackup, backupDamage, lastCheck },
  billing,
}: HealthDeps): HealthChecks<'queue' | 'mail' | 'backup' | 'fsck' | 'plans' | 'payments'> => ({
  async queue() {
    const [seconds, summary] = await Promise.all([jobs.queue.overdueSeconds(), jobs.queue.summary()])
    const failed = summary.reduce((sum, job) => sum + job.failed, 0)
    const waiting = summary.reduce((sum, job) => sum + job.waiting, 0)
    const late = seconds > stuckJobSeconds ? 'stuck' : seconds > lateJobSeconds ? 'late' : null
    return [late ?? (failed > 0 ? 'failed' : 'ok'), { seconds: Math.max(seconds, 0), failed, waiting }]
  },
  async mail() {
    const [state, summary] = await Promise.all([mailer.promptCheck(), jobs.queue.summary()])
    const { failed = 0, oldest_at = null } = summary.find(({ name }) => name === 'mail') ?? {}
    const seconds = oldest_at ? Math.round((Date.now() - oldest_at.getTime()) / 1_000) : 0
    const pending = failed > 0 ? 'failed' : seconds > lateMailSeconds ? 'late' : state === 'slow' ? 'slow' : 'ok'
    if (state === 'files' || state === 'paused') return [state]
    return [state === 'unreachable' ? 'down' : pending, { failed, seconds }]
  },
  async backup() {
    const [{ last }, target] = await Promise.all([history.backups(), backupTarget()])
    if (last?.failure) return ['failed', { reason: last.failure, folder: last.folder }]
    const { torn, damaged } = await backupDamage()
    if (torn) return ['torn', { id: torn }]
    // A backup that was made by hand in another place does not count as a scheduled one.
    const success = await lastBackup()
    if (!success) return ['none']
    if (success.damaged + damaged > 0)
      return ['damaged', { count: Math.max(success.damaged, damaged), command: commandLine() }]
    const hours = hoursSince(success.at)
    const isScheduled = target !== ''
    const max = isScheduled ? (await settings.get('backup_interval_hours')) + backupDelayHours : unscheduledHours
    const outcome = isLate(hours, max) ? 'late' : await diskOutcome(target || success.folder, config)
    return [outcome, { hours, folder: success.folder }]
  },
  async plans() {
    if ((await billing.engine()) !== 'fixed') return ['unused']
    const failures = await billing.syncFailures()
    const [first] = failures
    if (!first) return ['ok']
    return ['failed', { gateways: failures.map(({ gateway }) => gateway).join(', '), reason: first.reason }]
  },
  async payments() {
    if (await settings.get('payments_paused')) return ['paused']
    const isSelling = (await billing.engine()) !== 'none'
    return [isSelling && (await billing.lacksSellerCountry()) ? 'noCountry' : 'unused']
  },
  async fsck() {
    const last = await lastCheck()
    if (!last) return ['none']
    if (last.findings > 0) return ['findings', { count: last.findings, named: last.named, command: commandLine() }]
    const hours = hoursSince(last.at)
    return [isLate(hours, fsckMaxHours) ? 'late' : 'ok', { hours }]
  },
})
