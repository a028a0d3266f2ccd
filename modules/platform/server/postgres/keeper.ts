import { exclusively } from './leases.ts'
import { isAlive } from './processes.ts'
import { type Launch, type RunningServer, readPidFile, startServer, waitForLogin } from './server.ts'

export interface KeeperLog {
  info(message: string): void
  warn(message: string): void
}

const interval = 500

/**
 * Starts the server again, on the same port, when its process is gone although nobody stopped it (the kernel's
 * out-of-memory killer, a stray kill). Pools that hold the old address then find it again by themselves.
 */
export const keepRunning = (
  root: string,
  data: string,
  how: Launch & { port: number },
  first: RunningServer,
  log?: KeeperLog,
) => {
  let server = first
  let released = false
  let mending = false

  const mend = async (): Promise<void> => {
    const running = readPidFile(data)
    // Another process that shares the server may have been faster.
    const other = running && running.port === how.port ? await waitForLogin(running, how.password) : null
    const next = other && running ? { server: running, client: other } : await startServer(how)
    await next.client.end()
    server = next.server
    log?.info(`PostgreSQL runs again on 127.0.0.1:${server.port}`)
  }
  const timer = setInterval(() => {
    if (mending || isAlive(server.pid)) return
    mending = true
    log?.warn(`PostgreSQL (process ${server.pid}) has ended unasked; starting it again`)
    void exclusively(root, async () => (released ? undefined : mend()))
      .catch((error: unknown) => log?.warn(`PostgreSQL did not start again: ${String(error)}`))
      .finally(() => {
        mending = false
      })
  }, interval)
  timer.unref()

  return {
    /** Stops watching; answers the process that serves now. Call while holding the lock. */
    release(): RunningServer {
      released = true
      clearInterval(timer)
      return server
    },
  }
}
