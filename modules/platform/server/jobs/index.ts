export { type AddOptions, type JobOptions, Jobs } from './jobs.ts'
export type { Attempt, JobHandler } from './runner.ts'
export type { Urgency } from './runner-tables.ts'
