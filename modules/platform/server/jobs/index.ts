export { type AddOptions, type Attempt, type JobHandler, type JobOptions, Jobs } from './jobs.ts'
