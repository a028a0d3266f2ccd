import type { Sql } from '../db/db.ts'
import { connectionName, everyMinuteJob, jobPriorities, jobSchema } from './runner-tables.ts'

const maxScheduleDelaySeconds = 120

/**
 * Delay in seconds of the longest waiting job, or of the schedule while a runner is connected, whichever is more; 0 when
 * nothing is late. Only jobs named in `counted` count, and bulk jobs do not: a hundred thousand of them may take hours.
 */
export const jobDelaySeconds = async (sql: Sql, counted: readonly string[]): Promise<number> => {
  const [delay] = await sql.query<{ seconds: number }>(
    `select greatest(0,
       (select extract(epoch from now() - min(run_at))::int from ${jobSchema}.jobs
        where run_at <= now() and locked_at is null and attempts < max_attempts and priority < ${jobPriorities.bulk}
          and task_identifier = any($2::text[])),
       (select extract(epoch from now() - greatest(known_since, last_execution))::int - ${maxScheduleDelaySeconds}
        from ${jobSchema}._private_known_crontabs where identifier = '${everyMinuteJob}' and exists (
          select 1 from pg_stat_activity where datname = current_database() and starts_with(application_name, $1)))) as seconds`,
    [connectionName(''), counted],
  )
  return delay?.seconds ?? 0
}
