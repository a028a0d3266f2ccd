export type { Urgency } from './job-queue.ts'
export { type AddOptions, type JobOptions, Jobs } from './jobs.ts'
export type { Attempt, JobHandler } from './runner.ts'
