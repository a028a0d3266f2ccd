import type { Sql } from '../db/db.ts'
import { jobDelaySeconds } from './job-delay.ts'
import { type JobPriority, jobPriorities, jobSchema } from './runner-tables.ts'

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
  urgency: JobPriority
  flags: string[] | null
}

/** Attempts of a job that an administrator starts again. */
const retryAttempts = 15
/** SQL condition: the job has failed permanently. Also one that another version left, whose name this one does not know: `known`. */
const isDead = (known: string) =>
  `(attempts >= max_attempts or task_identifier <> all(${known}::text[])) and locked_at is null`
/** Reason of a job with an unknown name. */
const unknownName = 'this version of Coffer has no job of this name'

/** The rows of the job runner. Everything is empty before the first start of any process. */
export class JobQueue {
  private readonly db: Sql
  private readonly defined: () => ReadonlyMap<string, { isDelivery?: boolean }>
  /** `defined`: the jobs by name; deliveries wait for other servers. */
  constructor(db: Sql, defined: () => ReadonlyMap<string, { isDelivery?: boolean }>) {
    this.db = db
    this.defined = defined
  }

  /**
   * Adds a job; it replaces a waiting job with the same key. A running job with the same key loses the key first:
   * graphile-worker would take its remaining attempts, and leave a failed job when its process ends.
   */
  async add(sql: Sql, { name, payload, delayMs, maxAttempts, key, urgency, flags }: NewJob): Promise<void> {
    await sql.query(
      `with same_key as (
         update ${jobSchema}._private_jobs set key = case when locked_at is null then key end where key = $5 returning 1)
       select (${jobSchema}.add_job($1, $2::json, run_at => now() + $3 * interval '1 millisecond', max_attempts => $4, job_key => $5,
         priority => $6, flags => $7::text[])).id from (select count(*) as count from same_key) updated_before where count >= 0`,
      [name, JSON.stringify(payload), delayMs, maxAttempts, key, jobPriorities[urgency], flags],
    )
  }

  /** Jobs whose last attempt failed, the newest first; at most `limit`, or all. */
  async deadLetters(limit: number | null = null): Promise<DeadLetter[]> {
    if (!(await this.exists())) return []
    return this.db.query(
      `select id::text, task_identifier as name,
         case when task_identifier = any($2::text[]) then coalesce(last_error, '') else $3 end as error, attempts, updated_at as failed_at
       from ${jobSchema}.jobs where ${isDead('$2')} order by updated_at desc, id desc limit $1`,
      [limit, this.known(), unknownName],
    )
  }

  /** Number of jobs by name and state. */
  async summary(): Promise<JobCounts[]> {
    if (!(await this.exists())) return []
    return this.db.query(
      `select task_identifier as name, count(*) filter (where locked_at is null and not (${isDead('$1')}))::int as waiting,
         count(*) filter (where locked_at is not null)::int as running, count(*) filter (where ${isDead('$1')})::int as failed,
         min(run_at) filter (where locked_at is null and not (${isDead('$1')})) as oldest_at
       from ${jobSchema}.jobs group by task_identifier order by task_identifier`,
      [this.known()],
    )
  }

  /** As `jobDelaySeconds`, without jobs that wait for another server, whose failure must not take this one out of service. */
  async overdueSeconds(): Promise<number> {
    const counted = [...this.defined()].flatMap(([name, { isDelivery }]) => (isDelivery ? [] : [name]))
    return (await this.exists()) ? jobDelaySeconds(this.db, counted) : 0
  }

  /** Restarts a failed job with as many attempts as any job, even if it gave up early; false when no such job failed. */
  async retry(sql: Sql, id: string): Promise<boolean> {
    if (!(await this.exists(sql))) return false
    const retried = await sql.query(
      `select 1 from ${jobSchema}.reschedule_jobs(array(select id from ${jobSchema}.jobs where id = $1::bigint and ${isDead('$2')}),
         run_at => now(), attempts => 0, max_attempts => ${retryAttempts})`,
      [id, this.known()],
    )
    return retried.length > 0
  }

  /** As `retry`, for the failed jobs of a name, the oldest first, at most `limit` at once; resolves with their number. */
  async retryAll(sql: Sql, name: string, limit: number): Promise<number> {
    if (!(await this.exists(sql))) return 0
    const [retried] = await sql.query<{ count: number }>(
      `select count(*)::int as count from ${jobSchema}.reschedule_jobs(array(select id from ${jobSchema}.jobs
         where task_identifier = $1 and ${isDead('$3')} order by updated_at, id limit $2),
         run_at => now(), attempts => 0, max_attempts => ${retryAttempts})`,
      [name, limit, this.known()],
    )
    return retried?.count ?? 0
  }

  /** Deletes a failed job; false when no such job has failed. */
  async drop(sql: Sql, id: string): Promise<boolean> {
    if (!(await this.exists(sql))) return false
    const dropped = await sql.query(
      `select 1 from ${jobSchema}.complete_jobs(array(select id from ${jobSchema}.jobs where id = $1::bigint and ${isDead('$2')}))`,
      [id, this.known()],
    )
    return dropped.length > 0
  }

  /** Lets a runner look for a job now, in whichever process it is. */
  async nudge(): Promise<void> {
    await this.db.query(`select pg_notify('jobs:insert', '{"count":1}')`)
  }

  private known(): string[] {
    return [...this.defined().keys()]
  }

  private async exists(sql: Sql = this.db): Promise<boolean> {
    const [schemaRow] = await sql.query<{ there: boolean }>(
      `select to_regclass('${jobSchema}.jobs') is not null as there`,
    )
    return schemaRow?.there ?? false
  }
}
