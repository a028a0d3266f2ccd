import type { Sql } from '../db/db.ts'
import { connectionName, everyMinuteJob, priorities, schema } from './runner-tables.ts'

const maxScheduleDelaySeconds = 120

/**
 * Delay in seconds of the longest waiting job, or of the schedule while a runner is connected, whichever is more; 0 when
 * nothing is late. Two kinds of jobs do not count: a hundred thousand bulk jobs may take hours, and `deliveries` wait for another
 * server, whose failure must not take this one out of service.
 */
export const overdueSeconds = async (sql: Sql, deliveries: readonly string[]): Promise<number> => {
  const [delay] = await sql.query<{ seconds: number }>(
    `select greatest(0,
       (select extract(epoch from now() - min(run_at))::int from ${schema}.jobs
        where run_at <= now() and locked_at is null and attempts < max_attempts and priority < ${priorities.bulk}
          and task_identifier <> all($2::text[])),
       (select extract(epoch from now() - greatest(known_since, last_execution))::int - ${maxScheduleDelaySeconds}
        from ${schema}._private_known_crontabs where identifier = '${everyMinuteJob}' and exists (
          select 1 from pg_stat_activity where datname = current_database() and starts_with(application_name, $1)))) as seconds`,
    [connectionName(''), deliveries],
  )
  return delay?.seconds ?? 0
}
