import type { Sql } from '../db/db.ts'

/** The job runner's own schema. */
export const schema = 'jobs'

/** Order of waiting jobs: `awaited` ones start before a `notice`, and both before `bulk`, however many of these wait. */
export const priorities = { awaited: 0, notice: 5, bulk: 10 } as const
export type Urgency = keyof typeof priorities

export interface FailedJob {
  id: string
  name: string
  /** Message of the last attempt's error. */
  error: string
  attempts: number
  failed_at: Date
}

export interface QueuedJobs {
  name: string
  waiting: number
  running: number
  failed: number
  /** When the longest waiting one should have started; null when none waits. */
  oldest_at: Date | null
}

/** Attempts of a job that an administrator starts again. */
const retryAttempts = 15
const isDead = 'attempts >= max_attempts and locked_at is null'

/** The rows of the job runner. Everything is empty before the first start of any process. */
export class JobQueue {
  private readonly db: Sql
  constructor(db: Sql) {
    this.db = db
  }

  /** Jobs whose last attempt failed, the newest first: all, or so many. */
  async deadLetters(limit: number | null = null): Promise<FailedJob[]> {
    if (!(await this.exists())) return []
    return this.db.query(
      `select id::text, task_identifier as name, coalesce(last_error, '') as error, attempts, updated_at as failed_at
       from ${schema}.jobs where ${isDead} order by updated_at desc, id desc limit $1`,
      [limit],
    )
  }

  /** Number of jobs by name and state. */
  async summary(): Promise<QueuedJobs[]> {
    if (!(await this.exists())) return []
    return this.db.query(
      `select task_identifier as name, count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
         count(*) filter (where locked_at is not null)::int as running, count(*) filter (where ${isDead})::int as failed,
         min(run_at) filter (where locked_at is null and attempts < max_attempts) as oldest_at
       from ${schema}.jobs group by task_identifier order by task_identifier`,
    )
  }

  /** By how many seconds the longest waiting job is late; 0 when none is. A hundred thousand bulk jobs may take hours. */
  async overdueSeconds(): Promise<number> {
    if (!(await this.exists())) return 0
    const [oldest] = await this.db.query<{ seconds: number | null }>(
      `select extract(epoch from now() - min(run_at))::int as seconds from ${schema}.jobs
       where run_at <= now() and locked_at is null and attempts < max_attempts and priority < ${priorities.bulk}`,
    )
    return oldest?.seconds ?? 0
  }

  /** Lets a failed job start again, with as many attempts as any job, also one that gave up early; false when no such job has failed. */
  async retry(id: string): Promise<boolean> {
    if (!(await this.exists())) return false
    const found = await this.db.query(
      `select 1 from ${schema}.reschedule_jobs(array(select id from ${schema}.jobs where id = $1::bigint and ${isDead}),
         run_at => now(), attempts => 0, max_attempts => ${retryAttempts})`,
      [id],
    )
    return found.length > 0
  }

  /** The same for the failed jobs of a name, the oldest first, at most `limit` at once; resolves with their number. */
  async retryAll(name: string, limit: number): Promise<number> {
    if (!(await this.exists())) return 0
    const [found] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from ${schema}.reschedule_jobs(array(select id from ${schema}.jobs
         where task_identifier = $1 and ${isDead} order by updated_at, id limit $2),
         run_at => now(), attempts => 0, max_attempts => ${retryAttempts})`,
      [name, limit],
    )
    return found?.count ?? 0
  }

  /** Lets a runner look for a job now, in whichever process it is. */
  async nudge(): Promise<void> {
    await this.db.query(`select pg_notify('jobs:insert', '{"count":1}')`)
  }

  private async exists(): Promise<boolean> {
    const [found] = await this.db.query<{ there: boolean }>(`select to_regclass('${schema}.jobs') is not null as there`)
    return found?.there ?? false
  }
}
