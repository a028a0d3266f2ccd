export { type AddOptions, type JobHandler, type JobOptions, Jobs } from './jobs.ts'
