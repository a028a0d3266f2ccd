import {
  array,
  endpoint,
  integer,
  nullable,
  object,
  type Static,
  SuccessMessage,
  string,
  timestamp,
} from '../../shared/contract.ts'

/** Jobs of one name. */
export const QueuedJobs = object({
  name: string(),
  waiting: integer(),
  running: integer(),
  failed: integer(),
  /** Time at which the longest waiting job should have started. */
  oldest_at: nullable(timestamp()),
})

export type QueuedJobs = Static<typeof QueuedJobs>

/** A job that failed in all its attempts. It is deleted after 30 days. */
export const FailedJob = object({
  id: string(),
  name: string(),
  error: string(),
  attempts: integer(),
  failed_at: timestamp(),
})

export const JobsOverview = object({ data: object({ queue: array(QueuedJobs), failed: array(FailedJob) }) })
export type JobsOverview = Static<typeof JobsOverview>

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'List waiting and failed background jobs',
  access: 'admin',
  scope: 'account',
  response: { 200: JobsOverview },
  errors: [],
})

const JobId = string({ pattern: '^\\d{1,18}$' })

/** Maximum number of jobs that one call starts again; callers repeat it while there are more. */
export const retriedPerCall = 1_000

export const retryJobs = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/retry',
  summary: 'Start the failed background jobs of a name again, the oldest first',
  access: 'admin',
  scope: 'account',
  body: object({ name: string({ minLength: 1, maxLength: 100 }) }),
  response: { 200: object({ data: object({ retried: integer() }) }) },
  errors: [],
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/:id/retry',
  summary: 'Start a failed background job again',
  access: 'admin',
  scope: 'account',
  params: object({ id: JobId }),
  response: { 200: SuccessMessage },
  errors: [],
})

export const deleteJob = endpoint({
  method: 'DELETE',
  path: '/api/admin/jobs/:id',
  summary: 'Delete a failed background job',
  access: 'admin',
  scope: 'account',
  params: object({ id: JobId }),
  response: { 200: SuccessMessage },
  errors: [],
})
