import type { Db } from '../db/db.ts'
import type { Sql } from '../db/sql.ts'
import type { Logger } from '../logger.ts'
import { maxDriftMs, recordClock } from './clock-jumps.ts'
import { Cron, minuteMs } from './cron.ts'
import { everyMinuteJob, jobSchema } from './runner-tables.ts'

interface ScheduleDeps {
  db: Db
  log: Logger
  /** Creates the schema of the job runner where there is none. */
  requireSchema(): Promise<void>
  /** Adds a job in a transaction, or lets one that waits stand for it. */
  add(tx: Sql, name: string): Promise<void>
}

interface ScheduledJob {
  cron: Cron
  /** A job that runs once a day or week still runs when its time was missed by hours: the next time is far away. */
  isMadeUp: boolean
  /** The time for which the job was last added, by this process or another one. */
  handled: number
}

/** Delay in ms above which a job that comes again within the hour is left out. */
const maxDelayMs = 2 * minuteMs
/** How late a jump of the clock is noticed. */
const maxPauseMs = 10_000
const retryDelayMs = 10_000

const table = `${jobSchema}._private_known_crontabs`

const registerSql = `insert into ${table} (identifier, known_since) select name, now() from unnest($1::text[]) name
  on conflict do nothing`

/**
 * Records the due times of jobs and names the jobs whose time no other process has recorded: the condition is checked again
 * when the lock is granted. A recorded time in the future comes from a clock that was wrong.
 */
const claimSql = `with due as (
    select identifier, time from unnest($1::text[], $2::timestamptz[]) as due (identifier, time) join ${table} known using (identifier)
    where greatest(known_since, last_execution) < time
      or greatest(known_since, last_execution) > now() + interval '${maxDriftMs} milliseconds'
    order by identifier for update of known)
  update ${table} known set last_execution = due.time, known_since = least(known.known_since, due.time)
  from due where known.identifier = due.identifier returning known.identifier`

/**
 * Adds the scheduled jobs at their times, by the database's clock (D48): each once, however many processes there are.
 * graphile-worker's own schedule does not fit: it waits for a time that it has computed in advance, so it stands still for
 * as long as the clock was ahead, and it adds no jobs for the time in which no process ran.
 */
export class Schedule {
  private readonly deps: ScheduleDeps
  private readonly jobs = new Map<string, ScheduledJob>()
  private isRegistered = false
  private isStopped = false
  private timer: NodeJS.Timeout | null = null
  private running: Promise<void> | null = null
  constructor(deps: ScheduleDeps) {
    this.deps = deps
  }

  /** Adds a job; call it before `start`. Throws when the crontab line is invalid. */
  define(name: string, line: string): void {
    this.jobs.set(name, { cron: new Cron(line), isMadeUp: !/^\S+ \*/.test(line), handled: 0 })
  }

  /** Resolves after the first run, whether it failed or not; does nothing once it was called. */
  start(): Promise<void> {
    this.running ??= this.run()
    return this.running
  }

  /** Resolves when no run is left. */
  async stop(): Promise<void> {
    this.isStopped = true
    if (this.timer) clearTimeout(this.timer)
    await this.running
  }

  private async run(): Promise<void> {
    const pauseMs = await this.addDue().catch((error: unknown) => {
      if (!this.isStopped) this.deps.log.warn({ err: error }, 'scheduled jobs were not added; it will retry')
      return retryDelayMs
    })
    if (this.isStopped) return
    this.timer = setTimeout(() => {
      this.running = this.run()
    }, pauseMs).unref()
  }

  /** Resolves with the time to wait, in ms. */
  private async addDue(): Promise<number> {
    const { db, add } = this.deps
    await this.register()
    const now = (await db.now()).getTime()
    const due = [...this.jobs]
      .map(([name, job]) => ({ name, job, time: job.cron.latestTime(now) }))
      .filter(({ job, time }) => time !== job.handled && (job.isMadeUp || now - time < maxDelayMs))
    if (due.length > 0)
      await db.transaction(async (tx) => {
        const times = due.map(({ time }) => new Date(time).toISOString())
        const names = due.map(({ name }) => name)
        if (names.includes(everyMinuteJob)) await recordClock(tx, now)
        for (const { identifier } of await tx.query<{ identifier: string }>(claimSql, [names, times]))
          await add(tx, identifier)
      })
    for (const { job, time } of due) job.handled = time
    return Math.min(minuteMs - (now % minuteMs), maxPauseMs)
  }

  private async register(): Promise<void> {
    if (this.isRegistered) return
    await this.deps.requireSchema()
    await this.deps.db.query(registerSql, [[...this.jobs.keys()]])
    this.isRegistered = true
  }
}
