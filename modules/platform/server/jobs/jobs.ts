import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type JobHelpers,
  Logger as JobLogger,
  parseCronItems,
  type Runner,
  run,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import type { Sql } from '../db/db.ts'
import type { Logger } from '../logger.ts'

/** The how manieth try it is, and whether there is another. */
export interface Try {
  attempt: number
  last: boolean
}
export type JobHandler = (payload: unknown, at: Try) => Promise<unknown>

export interface JobOptions {
  /** Crontab line in UTC (`17 * * * *`); missed runs are not made up for. */
  cron?: string
}

export interface AddOptions {
  /** Adds it in this transaction: a rollback leaves no job. */
  tx?: Sql
  /** One waiting job per key; adding it again replaces the waiting one. */
  key?: string
  /** Not before so many ms from now. */
  delayMs?: number
  /** Jobs of one queue run one after the other. */
  queue?: string
  /** Five if not given. */
  attempts?: number
}

const schema = 'jobs'
const usualAttempts = 5
const retryAfter = 10_000
/** A runner whose connection is away for so long is dead. */
const silence = '10 seconds'
/** Name of a runner's connection that listens, by which the others know that it lives. */
const connectionOf = (runner: string) => `coffer-jobs ${runner}`

/** How long a parked job waits for a person: mails among them hold addresses and links. */
const parkedFor = '30 days'

/** Background work on the same PostgreSQL: at least once, five tries, then parked for a person to look at (R09). */
export class Jobs {
  private readonly handlers = new Map<string, JobHandler>()
  private readonly crons = new Map<string, string>()
  private starting: Promise<Runner> | null = null
  private retry: NodeJS.Timeout | null = null
  private stopped = false
  private ending: Promise<void> | null = null
  private runnerId: string | null = null
  private pool: pg.Pool | null = null
  private readonly url: string
  private readonly db: Sql
  private readonly log: Logger
  constructor(url: string, db: Sql, log: Logger) {
    this.url = url
    this.db = db
    this.log = log
    this.define('unlock-jobs', () => this.unlockDead(silence), { cron: '* * * * *' })
    this.define('delete-failed-jobs', () => this.forgetParked(), { cron: '40 3 * * *' })
  }

  /** Names a job; before `start`. */
  define(name: string, handler: JobHandler, { cron }: JobOptions = {}): void {
    if (this.handlers.has(name)) throw new Error(`job ${name} is defined twice`)
    this.handlers.set(name, handler)
    if (cron) this.crons.set(name, cron)
  }

  get names(): string[] {
    return [...this.handlers.keys()].sort()
  }

  /** After migrations. Makes its own schema, then works until `stop`; nobody has to wait for that. */
  start(): void {
    if (this.stopped || this.starting) return
    this.starting = this.open()
    this.starting.catch((error: unknown) => {
      this.log.error({ err: error }, 'jobs do not start; tried again in a while')
      this.starting = null
      this.retry = setTimeout(() => this.start(), retryAfter).unref()
    })
  }

  /** Takes no more jobs; resolves when those under way have ended. */
  stop(): Promise<void> {
    this.stopped = true
    this.ending ??= this.end()
    return this.ending
  }

  private async end(): Promise<void> {
    if (this.retry) clearTimeout(this.retry)
    const runner = await this.starting?.catch(() => null)
    this.starting = null
    await runner?.stop().catch(() => undefined)
    await this.pool?.end().catch(() => undefined)
  }

  /** Needs `start`, here or in another process of this database. */
  async add(name: string, payload: unknown = {}, options: AddOptions = {}): Promise<void> {
    const { tx, key, delayMs = 0, queue, attempts = usualAttempts } = options
    if (!this.handlers.has(name)) throw new Error(`no job is called ${name}`)
    await this.starting
    await (tx ?? this.db).query(
      `select 1 from ${schema}.add_job($1, $2::json, run_at => now() + $3 * interval '1 millisecond', max_attempts => $4, job_key => $5, queue_name => $6)`,
      [name, JSON.stringify(payload), delayMs, attempts, key ?? null, queue ?? null],
    )
  }

  /** Jobs that failed for good and wait for a person. */
  async stuck(): Promise<{ id: string; name: string; error: string }[]> {
    const [found] = await this.db.query<{ there: boolean }>(`select to_regclass('${schema}.jobs') is not null as there`)
    if (!found?.there) return []
    return this.db.query(
      `select id::text, task_identifier as name, coalesce(last_error, '') as error from ${schema}.jobs where attempts >= max_attempts and locked_at is null`,
    )
  }

  /** Seconds the longest waiting job is overdue; 0 when none is, or before the first start. */
  async overdue(): Promise<number> {
    const [found] = await this.db.query<{ there: boolean }>(`select to_regclass('${schema}.jobs') is not null as there`)
    if (!found?.there) return 0
    const [oldest] = await this.db.query<{ seconds: number | null }>(
      `select extract(epoch from now() - min(run_at))::int as seconds from ${schema}.jobs
       where run_at <= now() and locked_at is null and attempts < max_attempts`,
    )
    return oldest?.seconds ?? 0
  }

  /** Runs it here and now, for the operator; resolves with what the job tells of itself. */
  async runNow(name: string, payload: unknown = {}): Promise<unknown> {
    const handler = this.handlers.get(name)
    if (!handler) throw new Error(`no job is called ${name}`)
    return handler(payload, { attempt: 1, last: true })
  }

  /** Resolves when no job of that name waits for a try any more, while a runner works. */
  async settled(name: string): Promise<void> {
    const waiting = `select 1 from ${schema}.jobs where task_identifier = $1 and attempts < max_attempts limit 1`
    while ((await this.db.query(waiting, [name])).length > 0) await sleep(20)
  }

  /**
   * Gives back what runners of dead processes hold; graphile-worker itself waits four hours for them. A job that a living
   * one held all the same would run twice, which every job can bear.
   */
  private async unlockDead(silentFor = '0'): Promise<void> {
    await this.db.query(
      `select ${schema}.force_unlock_workers(array(
         select distinct locked_by from (
           select locked_by, locked_at from ${schema}._private_jobs
           union all select locked_by, locked_at from ${schema}._private_job_queues
         ) held where locked_by is distinct from $1 and locked_at < now() - $2::interval
         and not exists (select 1 from pg_stat_activity where application_name = $3 || locked_by)))`,
      [this.runnerId, silentFor, connectionOf('')],
    )
  }

  /** What nobody has looked at for so long goes. */
  private async forgetParked(): Promise<void> {
    const gone = await this.db.query<{ name: string }>(
      `select j.task_identifier as name from ${schema}.jobs j join ${schema}.complete_jobs(array(
         select id from ${schema}.jobs where attempts >= max_attempts and locked_at is null
         and updated_at < now() - interval '${parkedFor}')) done on done.id = j.id`,
    )
    if (gone.length > 0) this.log.warn({ jobs: gone.map(({ name }) => name) }, 'parked jobs are forgotten')
  }

  /**
   * The runner's connections. Its own pool would lose its listeners while its connections are still closing: a database
   * that ends at that moment would take the process down with it. Statements have no limit of time on this side, because a
   * job that was taken by a statement given up here would stay locked.
   */
  private openPool(): pg.Pool {
    const lost = (error: Error) => this.log.warn({ err: error }, 'connection of the job runner lost')
    const pool = new pg.Pool({ connectionString: this.url, max: 4, keepAlive: true })
    pool.on('error', lost)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }

  private async open(): Promise<Runner> {
    // It tells how a worker ended to its logger, and once more with a stack trace to the console.
    console.trace = () => undefined
    const pool = this.openPool()
    this.pool = pool
    try {
      return await this.run(pool)
    } catch (error) {
      await pool.end().catch(() => undefined)
      throw error
    }
  }

  private async run(pgPool: pg.Pool): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => {
      this.runnerId = workerPool.id
    })
    events.on('pool:listen:success', ({ workerPool, client }) => {
      // Once it listens: one query at a time.
      client.once('drain', () => {
        client
          .query(`select set_config('application_name', $1, false)`, [connectionOf(workerPool.id)])
          .catch((error: unknown) => this.log.debug({ err: error }, 'the runner will connect again'))
      })
    })
    const runner = await run({
      events,
      pgPool,
      schema,
      concurrency: 2,
      noHandleSignals: true,
      pollInterval: 5_000,
      taskList: Object.fromEntries([...this.handlers].map(([name, handler]) => [name, runOf(handler)])),
      parsedCronItems: parseCronItems([...this.crons].map(([task, match]) => ({ task, match }))),
      logger: new JobLogger(() => (level, message, meta) => {
        // Connections that it still opens while it ends come to nothing.
        const { error: err, ...job } = meta ?? {}
        if (this.stopped) this.log.debug({ err, job }, message)
        else if (level === 'error') this.log.error({ err, job }, message)
        else if (level === 'warning') this.log.warn({ err, job }, message)
      }),
    })
    await this.unlockDead()
    // A runner that ends on its own (database gone for long) starts again, it does not take the process down.
    runner.promise.then(
      () => undefined,
      (error: unknown) => {
        this.log.error({ err: error }, 'job runner ended')
        this.starting = null
        pgPool.end().catch(() => undefined)
        if (!this.stopped) this.retry = setTimeout(() => this.start(), retryAfter).unref()
      },
    )
    return runner
  }
}

const runOf =
  (handler: JobHandler) =>
  async (payload: unknown, { job }: JobHelpers): Promise<void> => {
    await handler(payload, { attempt: job.attempts, last: job.attempts >= job.max_attempts })
  }
