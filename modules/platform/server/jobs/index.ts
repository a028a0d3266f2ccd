export { Jobs } from './jobs.ts'
export type { Attempt } from './runner.ts'
export type { JobPriority } from './runner-tables.ts'
