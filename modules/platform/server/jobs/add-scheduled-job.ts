import type { Sql } from '../db/db.ts'
import type { JobQueue, NewJob } from './job-queue.ts'
import { jobSchema } from './runner-tables.ts'

/** Flag of jobs that the schedule has added. */
const scheduled = 'scheduled'
/** How long a scheduled job fails before it is a dead letter. */
const failingTime = '4 days'
/** Attempts of a scheduled job: they last for four days, unless its next times come before. */
const maxAttempts = 25

/**
 * Starts the waiting job at once that the schedule, or a caller with the key $2, has added; its attempts go on. Those that
 * the next times cause do not count as long as it has failed for less than four days.
 */
const startWaitingSql = `update ${jobSchema}._private_jobs j set run_at = least(j.run_at, now()),
    max_attempts = case when j.created_at < now() - interval '${failingTime}' then j.max_attempts
      else greatest(j.max_attempts, j.attempts + ${maxAttempts}) end
  from ${jobSchema}._private_tasks t where t.id = j.task_id and t.identifier = $1
    and (j.flags ? '${scheduled}' or j.key = $2) and j.locked_at is null and j.attempts < j.max_attempts returning 1`

/**
 * Adds a scheduled job, unless one waits since an earlier time: a job that fails each hour, as the store is away, is
 * one job all the same.
 */
export const addScheduledJob = async (sql: Sql, queue: JobQueue, job: NewJob): Promise<void> => {
  const waiting = await sql.query(startWaitingSql, [job.name, job.key])
  if (waiting.length > 0) return
  await queue.add(sql, { ...job, maxAttempts, flags: [...(job.flags ?? []), scheduled] })
}
