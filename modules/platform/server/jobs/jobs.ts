import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type pg from 'pg'
import type { Db, Sql } from '../db/db.ts'
import type { Logger } from '../logger.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { addScheduledJob } from './add-scheduled-job.ts'
import { deleteDeadLetters, unlockJobsOfDeadRunners } from './cleanup.ts'
import { JobQueue, type NewJob } from './job-queue.ts'
import { oneAtATimeFlag } from './one-at-a-time.ts'
import { runInBatches } from './run-in-batches.ts'
import { createSchema, type JobHandler, startRunner } from './runner.ts'
import { openRunnerPool } from './runner-pool.ts'
import { everyMinuteJob, type JobPriority, jobSchema } from './runner-tables.ts'
import { Schedule } from './schedule.ts'
import { StoppingError } from './stopping-error.ts'

interface JobOptions {
  /** Crontab line in UTC (`17 * * * *`). A daily or weekly job that was missed runs once at the next start. */
  cron?: string
  /** A person waits for the job, and it is short: it has runners of its own, which long jobs never occupy. */
  isPrompt?: boolean
  /**
   * The job waits for another server, for minutes if need be: it has a runner of its own, so that no other job waits too.
   * Deliveries that are not `awaited` run one at a time, so that they leave a slot to the others.
   */
  isDelivery?: boolean
  /** The job may take hours: it has a runner for one long job at a time, and may start late. One of each name waits at most. */
  isLong?: boolean
  /** Why a result counts as a failure, in one line, although the job must not run again for it; null: it is a success. */
  failureOf?(result: unknown): string | null
}

interface JobDefinition extends JobOptions {
  run: JobHandler
}

interface AddOptions {
  /** Adds the job in this transaction: a rollback leaves no job. */
  tx?: Sql
  /** One waiting job per key; adding another replaces it. */
  key?: string
  /** Earliest start, in ms from now. */
  delayMs?: number
  /** Which of the waiting jobs starts first; default: `awaited`, of long jobs `bulk`. */
  urgency?: JobPriority
  /** Default: 5. */
  maxAttempts?: number
}

const defaultMaxAttempts = 5
const startRetryDelayMs = 10_000
/** Jobs that each runner has at a time. */
const concurrency = { usual: 2, prompt: 2, delivery: 2, long: 1 }
type RunnerName = keyof typeof concurrency
const runnerNames = Object.keys(concurrency) as RunnerName[]
/** Each runner listens too. */
const maxConnections = Object.values(concurrency).reduce((sum, jobs) => sum + jobs + 1, 0)
const runnerOf = ({ isPrompt, isDelivery, isLong }: JobOptions): RunnerName =>
  isPrompt ? 'prompt' : isDelivery ? 'delivery' : isLong ? 'long' : 'usual'
/** A runner without a connection for this long is dead. */
const deadAfter = '10 seconds'

/** Background jobs in the same PostgreSQL: run at least once, with five attempts; then they become dead letters for the administrator (R09). */
export class Jobs {
  /** Waiting, running and failed jobs. */
  readonly queue: JobQueue
  private readonly definitions = new Map<string, JobDefinition>()
  private starting: Promise<Runner[]> | null = null
  private retryTimer: NodeJS.Timeout | null = null
  private readonly stopping = new AbortController()
  private ending: Promise<void> | null = null
  private runnerIds: string[] = []
  private pool: pg.Pool | null = null
  private schemaExists: Promise<void> | null = null
  private readonly schedule: Schedule
  private readonly url: string
  private readonly db: Db
  private readonly log: Logger
  private readonly tracing: Tracing | null
  constructor(url: string, db: Db, log: Logger, tracing: Tracing | null = null) {
    this.url = url
    this.db = db
    this.log = log
    this.tracing = tracing
    this.queue = new JobQueue(db, () => new Map(this.names.map((name) => [name, this.definition(name)])))
    this.schedule = new Schedule({
      db,
      log,
      requireSchema: () => this.requireSchema(),
      add: (tx, name) => addScheduledJob(tx, this.queue, this.newJob(name, {}, {})),
    })
    const unlock = () => unlockJobsOfDeadRunners(db, this.runnerIds, deadAfter)
    this.define(everyMinuteJob, unlock, { cron: '* * * * *', isPrompt: true })
    this.define('delete-failed-jobs', () => deleteDeadLetters(db, log), { cron: '40 3 * * *' })
  }

  /** Aborted when the process stops: jobs that take longer than a few seconds end then, and run again later. */
  get signal(): AbortSignal {
    return this.stopping.signal
  }

  private get stopped(): boolean {
    return this.signal.aborted
  }

  /** Defines a job; call it before `start`. */
  define(name: string, run: JobHandler, options: JobOptions = {}): void {
    if (this.definitions.has(name)) throw new Error(`job ${name} is defined twice`)
    this.definitions.set(name, { ...options, run })
    if (options.cron) this.schedule.define(name, options.cron)
  }

  get names(): string[] {
    return [...this.definitions.keys()].sort()
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
    this.stopping.abort(new StoppingError())
    this.ending ??= this.end()
    return this.ending
  }

  private async end(): Promise<void> {
    if (this.retryTimer) clearTimeout(this.retryTimer)
    await this.schedule.stop()
    const runners = await this.starting?.catch(() => [])
    this.starting = null
    await stopAll(runners ?? [])
    await this.pool?.end().catch(() => undefined)
  }

  /** Adds a job. Without `start` too, as in a command: a runner will find it. */
  async add(name: string, payload: unknown = {}, options: AddOptions = {}): Promise<void> {
    const job = this.newJob(name, payload, options)
    await (this.starting ?? this.requireSchema())
    await this.queue.add(options.tx ?? this.db, job)
    // A delayed job would otherwise start at the first poll after its time.
    if (job.delayMs > 0) setTimeout(() => void this.queue.nudge().catch(() => undefined), job.delayMs).unref()
  }

  private newJob(name: string, payload: unknown, options: AddOptions): NewJob {
    const { isLong, isDelivery = false } = this.definition(name)
    const { key = isLong ? name : null, delayMs = 0, maxAttempts = defaultMaxAttempts } = options
    const { urgency = isLong ? 'bulk' : 'awaited' } = options
    return {
      name,
      payload,
      key,
      delayMs,
      maxAttempts,
      urgency,
      flags: isDelivery && urgency !== 'awaited' ? [oneAtATimeFlag] : null,
    }
  }

  private definition(name: string): JobDefinition {
    const definition = this.definitions.get(name)
    if (!definition) throw new Error(`no job is called ${name}`)
    return definition
  }

  /** Runs a job immediately in this process, for the CLI; resolves with the job's own result. */
  async runNow(name: string, payload: unknown = {}): Promise<unknown> {
    return this.definition(name).run(payload, { number: 1, isLast: true, signal: this.signal, giveUp: async () => {} })
  }

  /** Why the result of `runNow` is a failure, in one line; null: the job has done its work. */
  failureOf(name: string, result: unknown): string | null {
    return this.definition(name).failureOf?.(result) ?? null
  }

  /**
   * Runs a long job's `batch` until it resolves with false, with rests in between that leave the machine to requests. Ends
   * early when the process stops: the next run of the job goes on.
   */
  inBatches(batch: () => Promise<boolean>): Promise<void> {
    return runInBatches(batch, () => this.stopped)
  }

  /** Resolves when no job of this name waits for an attempt. A runner must be active. */
  async settled(name: string): Promise<void> {
    const waiting = `select 1 from ${jobSchema}.jobs where task_identifier = $1 and attempts < max_attempts limit 1`
    while ((await this.db.query(waiting, [name])).length > 0) await sleep(20)
  }

  private async open(): Promise<Runner[]> {
    await this.schedule.start()
    // graphile-worker reports the end of a worker to its logger, and again with a stack trace to the console.
    console.trace = () => undefined
    const pool = openRunnerPool(this.url, maxConnections, this.log)
    this.pool = pool
    try {
      return await this.run(pool)
    } catch (error) {
      await pool.end().catch(() => undefined)
      throw error
    }
  }

  /** Creates the schema of the job runner in a database where none has started yet. */
  private async requireSchema(): Promise<void> {
    this.schemaExists ??= this.db
      .query('select to_regclass($1) as found', [`${jobSchema}._private_jobs`])
      .then(async ([row]) => {
        if (!(row as { found: string | null }).found) await createSchema(this.url)
      })
    await this.schemaExists.catch((error: unknown) => {
      this.schemaExists = null
      throw error
    })
  }

  private traced(name: string, run: JobHandler): JobHandler {
    const { tracing } = this
    if (!tracing) return run
    return (payload, attempt) =>
      tracing.root(`job ${name}`, { 'coffer.job.name': name, 'coffer.job.attempt': attempt.number }, () =>
        run(payload, attempt),
      )
  }

  private async run(pool: pg.Pool): Promise<Runner[]> {
    const runners: Runner[] = []
    this.runnerIds = []
    try {
      for (const name of runnerNames) runners.push(await this.startOne(pool, name))
      await unlockJobsOfDeadRunners(this.db, this.runnerIds)
    } catch (error) {
      for (const { promise } of runners) promise.catch(() => undefined)
      // The runners' listening connections would keep the pool from ending, and the process from stopping.
      await stopAll(runners)
      throw error
    }
    // A runner that ends by itself (it lost the database) is restarted; the process goes on. Its promise resolves even then.
    let hasEnded = false
    const ended = (error?: unknown) => {
      if (this.stopped || hasEnded) return
      hasEnded = true
      this.log.error({ err: error }, 'the job runner ended; it will restart')
      this.starting = null
      void stopAll(runners).then(() => pool.end().catch(() => undefined))
      this.retryTimer = setTimeout(() => this.start(), startRetryDelayMs).unref()
    }
    for (const runner of runners) runner.promise.then(() => ended(), ended)
    return runners
  }

  /** Starts the runner of one kind of jobs. A job may take any time: jobs of other kinds have other runners. */
  private startOne(pool: pg.Pool, name: RunnerName): Promise<Runner> {
    const jobs = [...this.definitions].filter(([, definition]) => runnerOf(definition) === name)
    return startRunner({
      concurrency: concurrency[name],
      keepsSlot: name === 'delivery',
      pool,
      log: this.log,
      isStopping: () => this.stopped,
      created: (id) => this.runnerIds.push(id),
      handlers: Object.fromEntries(jobs.map(([name, { run }]) => [name, this.traced(name, run)])),
    })
  }
}

/** A runner that has ended by itself is already stopped. */
const stopAll = async (runners: readonly Runner[]): Promise<void> => {
  await Promise.all(runners.map((runner) => runner.stop().catch(() => undefined)))
}
