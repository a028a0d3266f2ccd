export { type AddOptions, type JobHandler, type JobOptions, Jobs, type Try } from './jobs.ts'
