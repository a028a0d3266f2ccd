import pg from 'pg'
import type { Logger } from '../logger.ts'

type Connected = Parameters<pg.Pool['connect']>[0]

/** Its connections may be released twice: graphile-worker does so when LISTEN fails while the runner stops (graphile-worker 0.18). */
class RunnerPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (problem) => {
        // Without a connection there is nothing to release: a pool that has ended passes only an error.
        if (isReleased || !client) return
        isReleased = true
        release(problem)
      })
    })
    return undefined
  }
}

/**
 * The connections of the job runners. The pool that graphile-worker would create loses its error listeners while its
 * connections are still closing: a database that stops at that moment would crash the process. Statements have no timeout
 * on this side, because a job that was locked by an abandoned statement would stay locked.
 */
export const openRunnerPool = (connectionString: string, max: number, log: Logger): pg.Pool => {
  const pool = new RunnerPool({ connectionString, max, keepAlive: true })
  pool.on('error', (error) => log.warn({ err: error }, 'the job runner lost a connection'))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
