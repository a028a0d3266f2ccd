/** The job runner's own schema. */
export const jobSchema = 'jobs'

/** Name of a runner's listening connection, which shows other processes that the runner is alive. */
export const connectionName = (runner: string) => `coffer-jobs ${runner}`

/**
 * Order of waiting jobs: `awaited` jobs start before `notice` jobs, and both before `bulk` jobs, however many of them wait.
 */
export const jobPriorities = { awaited: 0, notice: 5, bulk: 10 } as const
export type JobPriority = keyof typeof jobPriorities

/** A job that is scheduled for each minute: its last execution shows whether scheduled jobs are added. */
export const everyMinuteJob = 'unlock-jobs'
