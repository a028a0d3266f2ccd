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
import type { Tracing } from '../tracing/tracing.ts'
import { inBatches } from './in-batches.ts'
import { JobQueue, schema } from './job-queue.ts'

/** One attempt at a job; `number` counts from 1. */
export interface Attempt {
  number: number
  isLast: boolean
}
export type JobHandler = (payload: unknown, attempt: Attempt) => Promise<unknown>

export interface JobOptions {
  /** Crontab line in UTC (`17 * * * *`); missed runs are not repeated. */
  cron?: string
}

export interface AddOptions {
  /** Adds the job in this transaction: a rollback leaves no job. */
  tx?: Sql
  /** One waiting job per key; adding another replaces it. */
  key?: string
  /** Earliest start, in ms from now. */
  delayMs?: number
  /** Jobs of one queue run sequentially. */
  queue?: string
  /** Default: 5. */
  maxAttempts?: number
}

const defaultMaxAttempts = 5
const startRetryDelayMs = 10_000
/** A runner without a connection for this long is dead. */
const deadAfter = '10 seconds'
/** Name of a runner's listening connection, by which other processes see that it is alive. */
const connectionName = (runner: string) => `coffer-jobs ${runner}`

/** Dead letters are deleted after this time, because emails among them contain addresses and links. */
const deadLetterRetention = '30 days'

/** Background jobs in the same PostgreSQL: run at least once, with five attempts; then they become dead letters for the administrator (R09). */
export class Jobs {
  /** What waits, runs and has failed. */
  readonly queue: JobQueue
  private readonly handlers = new Map<string, JobHandler>()
  private readonly crons = new Map<string, string>()
  private starting: Promise<Runner> | null = null
  private retryTimer: NodeJS.Timeout | null = null
  private stopped = false
  private ending: Promise<void> | null = null
  private runnerId: string | null = null
  private pool: pg.Pool | null = null
  private readonly url: string
  private readonly db: Sql
  private readonly log: Logger
  private readonly tracing: Tracing | null
  constructor(url: string, db: Sql, log: Logger, tracing: Tracing | null = null) {
    this.url = url
    this.db = db
    this.log = log
    this.tracing = tracing
    this.queue = new JobQueue(db)
    this.define('unlock-jobs', () => this.unlockJobsOfDeadRunners(deadAfter), { cron: '* * * * *' })
    this.define('delete-failed-jobs', () => this.deleteDeadLetters(), { cron: '40 3 * * *' })
  }

  /** Defines a job; call it before `start`. */
  define(name: string, handler: JobHandler, { cron }: JobOptions = {}): void {
    if (this.handlers.has(name)) throw new Error(`job ${name} is defined twice`)
    this.handlers.set(name, handler)
    if (cron) this.crons.set(name, cron)
  }

  get names(): string[] {
    return [...this.handlers.keys()].sort()
  }

  /** Call it after the migrations. Creates the schema of the job runner and runs jobs until `stop`, all in the background. */
  start(): void {
    if (this.stopped || this.starting) return
    this.starting = this.open()
    this.starting.catch((error: unknown) => {
      this.log.error({ err: error }, 'the job runner did not start; it will retry')
      this.starting = null
      this.retryTimer = setTimeout(() => this.start(), startRetryDelayMs).unref()
    })
  }

  /** Starts no more jobs; resolves when the running ones have ended. */
  stop(): Promise<void> {
    this.stopped = true
    this.ending ??= this.end()
    return this.ending
  }

  private async end(): Promise<void> {
    if (this.retryTimer) clearTimeout(this.retryTimer)
    const runner = await this.starting?.catch(() => null)
    this.starting = null
    await runner?.stop().catch(() => undefined)
    await this.pool?.end().catch(() => undefined)
  }

  /** Adds a job. Requires that `start` was called, here or in another process of this database. */
  async add(name: string, payload: unknown = {}, options: AddOptions = {}): Promise<void> {
    const { tx, key, delayMs = 0, queue, maxAttempts = defaultMaxAttempts } = options
    if (!this.handlers.has(name)) throw new Error(`no job is called ${name}`)
    await this.starting
    await (tx ?? this.db).query(
      `select 1 from ${schema}.add_job($1, $2::json, run_at => now() + $3 * interval '1 millisecond', max_attempts => $4, job_key => $5, queue_name => $6)`,
      [name, JSON.stringify(payload), delayMs, maxAttempts, key ?? null, queue ?? null],
    )
    // A delayed job would else start at the first poll after its time.
    if (delayMs > 0) setTimeout(() => void this.queue.nudge().catch(() => undefined), delayMs).unref()
  }

  /** Runs a job immediately in this process, for the CLI; resolves with the job's own result. */
  async runNow(name: string, payload: unknown = {}): Promise<unknown> {
    const handler = this.handlers.get(name)
    if (!handler) throw new Error(`no job is called ${name}`)
    return handler(payload, { number: 1, isLast: true })
  }

  /**
   * Runs a long job's `batch` until it resolves with false, with rests in between that leave the machine to requests. Ends
   * early when the process stops: the next run of the job goes on.
   */
  inBatches(batch: () => Promise<boolean>): Promise<void> {
    return inBatches(batch, () => this.stopped)
  }

  /** Resolves when no job of this name waits for an attempt. A runner must be active. */
  async settled(name: string): Promise<void> {
    const waiting = `select 1 from ${schema}.jobs where task_identifier = $1 and attempts < max_attempts limit 1`
    while ((await this.db.query(waiting, [name])).length > 0) await sleep(20)
  }

  /**
   * Unlocks the jobs of dead runners, for which graphile-worker itself waits four hours. If such a runner was alive after
   * all, its job would run twice, which every job tolerates.
   */
  private async unlockJobsOfDeadRunners(after = '0'): Promise<void> {
    await this.db.query(
      `select ${schema}.force_unlock_workers(array(
         select distinct locked_by from (
           select locked_by, locked_at from ${schema}._private_jobs
           union all select locked_by, locked_at from ${schema}._private_job_queues
         ) held where locked_by is distinct from $1 and locked_at < now() - $2::interval
         and not exists (select 1 from pg_stat_activity where application_name = $3 || locked_by)))`,
      [this.runnerId, after, connectionName('')],
    )
  }

  /** Deletes dead letters after the retention time. */
  private async deleteDeadLetters(): Promise<void> {
    const deleted = await this.db.query<{ name: string }>(
      `select j.task_identifier as name from ${schema}.jobs j join ${schema}.complete_jobs(array(
         select id from ${schema}.jobs where attempts >= max_attempts and locked_at is null
         and updated_at < now() - interval '${deadLetterRetention}')) done on done.id = j.id`,
    )
    if (deleted.length > 0) this.log.warn({ jobs: deleted.map(({ name }) => name) }, 'old dead letters deleted')
  }

  /**
   * The runner's connections. The pool that graphile-worker would create loses its error listeners while its connections
   * are still closing: a database that stops at that moment would crash the process. Statements have no timeout on this
   * side, because a job that was locked by an abandoned statement would stay locked.
   */
  private openPool(): pg.Pool {
    const lost = (error: Error) => this.log.warn({ err: error }, 'the job runner lost a connection')
    const pool = new pg.Pool({ connectionString: this.url, max: 4, keepAlive: true })
    pool.on('error', lost)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }

  private async open(): Promise<Runner> {
    // graphile-worker reports the end of a worker to its logger, and again with a stack trace to the console.
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

  private traced(name: string, handler: JobHandler): JobHandler {
    const { tracing } = this
    if (!tracing) return handler
    return (payload, attempt) =>
      tracing.root(`job ${name}`, { 'coffer.job.name': name, 'coffer.job.attempt': attempt.number }, () =>
        handler(payload, attempt),
      )
  }

  private async run(pgPool: pg.Pool): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => {
      this.runnerId = workerPool.id
    })
    events.on('job:complete', ({ job }) => {
      if (job.job_queue_id !== null) void this.queue.wake(job.job_queue_id).catch(() => undefined)
    })
    events.on('pool:listen:success', ({ workerPool, client }) => {
      // When its LISTEN is done: a client runs one query at a time.
      client.once('drain', () => {
        client
          .query(`select set_config('application_name', $1, false)`, [connectionName(workerPool.id)])
          .catch((error: unknown) => this.log.debug({ err: error }, 'the job runner will reconnect'))
      })
    })
    const runner = await run({
      events,
      pgPool,
      schema,
      concurrency: 2,
      noHandleSignals: true,
      pollInterval: 5_000,
      // Without a batch, graphile-worker marks a job as done without awaiting the statement: a lost connection is then an
      // unhandled rejection, and the job stays locked by a live runner. With one, the runner ends and is restarted.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: Object.fromEntries(
        [...this.handlers].map(([name, handler]) => [name, runOf(this.traced(name, handler))]),
      ),
      parsedCronItems: parseCronItems([...this.crons].map(([task, match]) => ({ task, match }))),
      logger: new JobLogger(() => (level, message, meta) => {
        // Connections that it still opens while it stops fail, which is expected.
        const { error: err, ...job } = meta ?? {}
        if (this.stopped) this.log.debug({ err, job }, message)
        else if (level === 'error') this.log.error({ err, job }, message)
        else if (level === 'warning') this.log.warn({ err, job }, message)
      }),
    })
    await this.unlockJobsOfDeadRunners()
    // A runner that ends by itself (it lost the database) is restarted and does not end the process. It resolves even then.
    const ended = (error?: unknown) => {
      if (this.stopped) return
      this.log.error({ err: error }, 'the job runner ended; it will restart')
      this.starting = null
      pgPool.end().catch(() => undefined)
      this.retryTimer = setTimeout(() => this.start(), startRetryDelayMs).unref()
    }
    runner.promise.then(() => ended(), ended)
    return runner
  }
}

const runOf =
  (handler: JobHandler) =>
  async (payload: unknown, { job }: JobHelpers): Promise<void> => {
    await handler(payload, { number: job.attempts, isLast: job.attempts >= job.max_attempts })
  }
