import { Logger as JobLogger, parseCronItems, type Runner, run } from 'graphile-worker'
import type { Sql } from '../db/db.ts'
import type { Logger } from '../logger.ts'

export type JobHandler = (payload: unknown) => Promise<unknown>

export interface JobOptions {
  /** Crontab line in UTC (`17 * * * *`); missed runs are not made up for. */
  cron?: string
}

export interface AddOptions {
  /** Adds it in this transaction: a rollback leaves no job. */
  tx?: Sql
  /** One waiting job per key; adding it again replaces the waiting one. */
  key?: string
  runAt?: Date
}

const schema = 'jobs'
const attempts = 5
const retryAfter = 10_000

/** Background work on the same PostgreSQL: at least once, five tries, then parked for a person to look at (R09). */
export class Jobs {
  private readonly handlers = new Map<string, JobHandler>()
  private readonly crons = new Map<string, string>()
  private starting: Promise<Runner> | null = null
  private retry: NodeJS.Timeout | null = null
  private stopped = false
  private readonly url: string
  private readonly db: Sql
  private readonly log: Logger
  constructor(url: string, db: Sql, log: Logger) {
    this.url = url
    this.db = db
    this.log = log
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

  async stop(): Promise<void> {
    this.stopped = true
    if (this.retry) clearTimeout(this.retry)
    const runner = await this.starting?.catch(() => null)
    this.starting = null
    await runner?.stop().catch(() => undefined)
  }

  /** Needs `start`, here or in another process of this database. */
  async add(name: string, payload: unknown = {}, { tx, key, runAt }: AddOptions = {}): Promise<void> {
    if (!this.handlers.has(name)) throw new Error(`no job is called ${name}`)
    await this.starting
    await (tx ?? this.db).query(
      `select 1 from ${schema}.add_job($1, $2::json, run_at => coalesce($3::timestamptz, now()), max_attempts => $4, job_key => $5)`,
      [name, JSON.stringify(payload), runAt ?? null, attempts, key ?? null],
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
    return handler(payload)
  }

  private async open(): Promise<Runner> {
    const runner = await run({
      connectionString: this.url,
      schema,
      concurrency: 2,
      maxPoolSize: 4,
      noHandleSignals: true,
      pollInterval: 5_000,
      taskList: Object.fromEntries(
        [...this.handlers].map(([name, handler]) => [name, async (payload: unknown) => void (await handler(payload))]),
      ),
      parsedCronItems: parseCronItems([...this.crons].map(([task, match]) => ({ task, match }))),
      logger: new JobLogger(() => (level, message, meta) => {
        if (level === 'error') this.log.error({ job: meta }, message)
        else if (level === 'warning') this.log.warn({ job: meta }, message)
      }),
    })
    // A runner that ends on its own (database gone for long) starts again, it does not take the process down.
    runner.promise.then(
      () => undefined,
      (error: unknown) => {
        this.log.error({ err: error }, 'job runner ended')
        this.starting = null
        if (!this.stopped) this.retry = setTimeout(() => this.start(), retryAfter).unref()
      },
    )
    return runner
  }
}
