export { type AddOptions, type JobOptions, Jobs } from './jobs.ts'
export type { Attempt, JobHandler } from './runner.ts'
export type { JobPriority } from './runner-tables.ts'
