export type { FailedJob, QueuedJobs } from './job-queue.ts'
export { type AddOptions, type Attempt, type JobHandler, type JobOptions, Jobs } from './jobs.ts'
