import type { Sql } from '../db/db.ts'
import { overdueSeconds } from './overdue.ts'
import { priorities, schema, type Urgency } from './runner-tables.ts'

interface DeadLetter {
  id: string
  name: string
  /** Message of the last attempt's error. */
  error: string
  attempts: number
  failed_at: Date
}

interface JobCounts {
  name: string
  waiting: number
  running: number
  failed: number
  /** When the longest waiting job should have started; null when none waits. */
  oldest_at: Date | null
}

export interface NewJob {
  name: string
  payload: unknown
  key: string | null
  delayMs: number
  maxAttempts: number
  urgency: Urgency
  flags: string[] | null
}

/** Attempts of a job that an administrator starts again. */
const retryAttempts = 15
const isDead = 'attempts >= max_attempts and locked_at is null'

/** The rows of the job runner. Everything is empty before the first start of any process. */
export class JobQueue {
  private readonly db: Sql
  private readonly deliveries: () => string[]
  /** `deliveries`: names of the jobs that wait for other servers. */
  constructor(db: Sql, deliveries: () => string[]) {
    this.db = db
    this.deliveries = deliveries
  }

  /**
   * Adds a job; it replaces a waiting job with the same key. A running job with the same key loses the key first:
   * graphile-worker would take its remaining attempts, and leave a failed job when its process ends.
   */
  async add(sql: Sql, { name, payload, delayMs, maxAttempts, key, urgency, flags }: NewJob): Promise<void> {
    await sql.query(
      `with same_key as (
         update ${schema}._private_jobs set key = case when locked_at is null then key end where key = $5 returning 1)
       select (${schema}.add_job($1, $2::json, run_at => now() + $3 * interval '1 millisecond', max_attempts => $4, job_key => $5,
         priority => $6, flags => $7::text[])).id from (select count(*) as count from same_key) updated_before where count >= 0`,
      [name, JSON.stringify(payload), delayMs, maxAttempts, key, priorities[urgency], flags],
    )
  }

  /** Jobs whose last attempt failed, the newest first; at most `limit`, or all. */
  async deadLetters(limit: number | null = null): Promise<DeadLetter[]> {
    if (!(await this.exists())) return []
    return this.db.query(
      `select id::text, task_identifier as name, coalesce(last_error, '') as error, attempts, updated_at as failed_at
       from ${schema}.jobs where ${isDead} order by updated_at desc, id desc limit $1`,
      [limit],
    )
  }

  /** Number of jobs by name and state. */
  async summary(): Promise<JobCounts[]> {
    if (!(await this.exists())) return []
    return this.db.query(
      `select task_identifier as name, count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
         count(*) filter (where locked_at is not null)::int as running, count(*) filter (where ${isDead})::int as failed,
         min(run_at) filter (where locked_at is null and attempts < max_attempts) as oldest_at
       from ${schema}.jobs group by task_identifier order by task_identifier`,
    )
  }

  /** As `overdueSeconds`; 0 before the first start of any process. */
  async overdueSeconds(): Promise<number> {
    return (await this.exists()) ? overdueSeconds(this.db, this.deliveries()) : 0
  }

  /** Restarts a failed job with as many attempts as any job, even if it gave up early; false when no such job failed. */
  async retry(sql: Sql, id: string): Promise<boolean> {
    if (!(await this.exists())) return false
    const retried = await sql.query(
      `select 1 from ${schema}.reschedule_jobs(array(select id from ${schema}.jobs where id = $1::bigint and ${isDead}),
         run_at => now(), attempts => 0, max_attempts => ${retryAttempts})`,
      [id],
    )
    return retried.length > 0
  }

  /** As `retry`, for the failed jobs of a name, the oldest first, at most `limit` at once; resolves with their number. */
  async retryAll(sql: Sql, name: string, limit: number): Promise<number> {
    if (!(await this.exists())) return 0
    const [retried] = await sql.query<{ count: number }>(
      `select count(*)::int as count from ${schema}.reschedule_jobs(array(select id from ${schema}.jobs
         where task_identifier = $1 and ${isDead} order by updated_at, id limit $2),
         run_at => now(), attempts => 0, max_attempts => ${retryAttempts})`,
      [name, limit],
    )
    return retried?.count ?? 0
  }

  /** Deletes a failed job; false when no such job has failed. */
  async drop(sql: Sql, id: string): Promise<boolean> {
    if (!(await this.exists())) return false
    const dropped = await sql.query(
      `select 1 from ${schema}.complete_jobs(array(select id from ${schema}.jobs where id = $1::bigint and ${isDead}))`,
      [id],
    )
    return dropped.length > 0
  }

  /** Lets a runner look for a job now, in whichever process it is. */
  async nudge(): Promise<void> {
    await this.db.query(`select pg_notify('jobs:insert', '{"count":1}')`)
  }

  private async exists(): Promise<boolean> {
    const [schemaRow] = await this.db.query<{ there: boolean }>(
      `select to_regclass('${schema}.jobs') is not null as there`,
    )
    return schemaRow?.there ?? false
  }
}
