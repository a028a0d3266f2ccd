import type { Sql } from '../db/db.ts'
import type { Logger } from '../logger.ts'
import { retentionPausedSince } from '../retention-pause.ts'
import { connectionName, jobSchema } from './runner-tables.ts'

/** Dead letters are deleted after this time, because failed emails contain recipients and links. */
const deadLetterRetention = '30 days'

/**
 * Unlocks the jobs of dead runners: all runners except `runnerIds` that had no connection `after` they locked a job, or that
 * locked it while the clock was ahead. graphile-worker itself waits four hours for that. If such a runner was alive after all, its job would run twice, which
 * every job tolerates.
 */
export const unlockJobsOfDeadRunners = async (db: Sql, runnerIds: readonly string[], after = '0'): Promise<void> => {
  await db.query(
    `select ${jobSchema}.force_unlock_workers(array(
       select distinct locked_by from (
         select locked_by, locked_at from ${jobSchema}._private_jobs
         union all select locked_by, locked_at from ${jobSchema}._private_job_queues
       ) held where locked_by <> all($1::text[]) and (locked_at < now() - $2::interval or locked_at > now())
       and not exists (select 1 from pg_stat_activity where application_name = $3 || locked_by)))`,
    [runnerIds, after, connectionName('')],
  )
}

/** Deletes dead letters after the retention time, unless the clock may be wrong. */
export const deleteDeadLetters = async (db: Sql, log: Logger): Promise<void> => {
  if (await retentionPausedSince(db, 0)) return
  const deleted = await db.query<{ name: string }>(
    `select j.task_identifier as name from ${jobSchema}.jobs j join ${jobSchema}.complete_jobs(array(
       select id from ${jobSchema}.jobs where attempts >= max_attempts and locked_at is null
       and updated_at < now() - interval '${deadLetterRetention}')) done on done.id = j.id`,
  )
  if (deleted.length > 0) log.warn({ jobs: deleted.map(({ name }) => name) }, 'old dead letters deleted')
}
