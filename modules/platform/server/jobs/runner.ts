import { EventEmitter } from 'node:events'
import {
  type JobHelpers,
  Logger as JobLogger,
  type Runner,
  run,
  runMigrations,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from '../logger.ts'
import { flagsToSkip } from './one-at-a-time.ts'
import { connectionName, jobSchema } from './runner-tables.ts'

/** One attempt at a job; `number` counts from 1. */
export interface Attempt {
  number: number
  isLast: boolean
  /** Aborted a few seconds after the process has begun to stop, which waits for this attempt. */
  signal: AbortSignal
  /** Makes this attempt the last one: when it fails, the job has failed permanently. */
  giveUp: () => Promise<void>
}
export type JobHandler = (payload: unknown, attempt: Attempt) => Promise<unknown>

interface RunnerOptions {
  pool: pg.Pool
  handlers: Record<string, JobHandler>
  concurrency: number
  /** Whether one unhurried job runs at a time. */
  keepsSlot?: boolean
  log: Logger
  isStopping: () => boolean
  /** The runner's id, which its jobs are locked by. */
  created(id: string): void
}

/** Creates the tables and functions of jobs, as a runner does when it starts. */
export const createSchema = (connectionString: string): Promise<void> =>
  runMigrations({ connectionString, schema: jobSchema, logger: new JobLogger(() => () => undefined) })

/** Runs the jobs that `handlers` names, so many at a time. */
export const startRunner = ({
  pool,
  handlers,
  concurrency,
  keepsSlot = false,
  log,
  isStopping,
  created,
}: RunnerOptions): Promise<Runner> => {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => created(workerPool.id))
  events.on('pool:listen:success', ({ workerPool, client }) => {
    // Released when its LISTEN is done: a client runs one query at a time.
    client.once('drain', () => {
      client
        .query(`select set_config('application_name', $1, false)`, [connectionName(workerPool.id)])
        .catch((error: unknown) => log.debug({ err: error }, 'the job runner will reconnect'))
    })
  })
  return run({
    events,
    pgPool: pool,
    schema: jobSchema,
    concurrency,
    noHandleSignals: true,
    pollInterval: 5_000,
    ...(keepsSlot ? { forbiddenFlags: flagsToSkip(events) } : {}),
    // Without a batch, graphile-worker marks a job as done without awaiting the statement: a lost connection is then an
    // unhandled rejection, and the job stays locked by a live runner. With a batch, the runner ends and is restarted.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, taskOf(handler)])),
    parsedCronItems: [],
    logger: new JobLogger(() => (level, message, meta) => {
      // While the runner stops, connections that it still opens fail, which is expected.
      const { error: err, ...job } = meta ?? {}
      if (isStopping()) log.debug({ err, job }, message)
      else if (level === 'error') log.error({ err, job }, message)
      else if (level === 'warning') log.warn({ err, job }, message)
    }),
  })
}

const taskOf =
  (handler: JobHandler) =>
  async (payload: unknown, { job, withPgClient, abortSignal: signal }: JobHelpers): Promise<void> => {
    const giveUp = async () => {
      const last = `update ${jobSchema}._private_jobs set max_attempts = attempts where id = $1`
      await withPgClient((client) => client.query(last, [job.id]))
    }
    await handler(payload, { number: job.attempts, isLast: job.attempts >= job.max_attempts, signal, giveUp })
  }
