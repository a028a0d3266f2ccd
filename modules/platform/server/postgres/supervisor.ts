import { withLock } from './file-lock.ts'
import { joinServer } from './join-server.ts'
import type { RunningServer } from './pid-file.ts'
import { isAlive } from './processes.ts'
import { RestartDelays } from './restart-delays.ts'
import { type ServerLaunch, startServer } from './server.ts'
import { limitServerLog } from './server-log.ts'
import { stuckServerWatch } from './stuck-recovery.ts'

export interface SupervisorLog {
  info(message: string): void
  warn(message: string): void
}

const checkIntervalMs = 500
const logCheckIntervalMs = 60_000

/**
 * Restarts the server on the same port when its process ended without being stopped (the kernel's out-of-memory killer, a
 * stray kill), or when it neither works nor recovers. Connection pools with the old URL then reconnect by themselves.
 */
export const superviseServer = (
  root: string,
  data: string,
  launch: ServerLaunch & { port: number },
  first: RunningServer,
  log?: SupervisorLog,
) => {
  let server = first
  let released = false
  let restarting = false
  const delays = new RestartDelays()
  const stuck = stuckServerWatch(launch.stuckAfterMs)
  stuck.identified(first.pid)

  const restart = async (): Promise<void> => {
    // Another process that shares the server may already have restarted it.
    const next = (await joinServer(data, launch.password, launch)) ?? (await startServer(launch))
    await next.client.end()
    server = next.server
    stuck.identified(server.pid)
    log?.info(`PostgreSQL runs again on 127.0.0.1:${server.port}`)
  }
  const timer = setInterval(() => {
    if (restarting) return
    if (isAlive(server.pid)) return stuck.check(server.pid)
    if (!delays.mayStart(performance.now())) return
    restarting = true
    if (delays.isFirst) log?.warn(`PostgreSQL (process ${server.pid}) ended unexpectedly; restarting it`)
    void withLock(root, async () => (released ? undefined : restart()))
      .then(
        () => delays.started(),
        (error: unknown) => {
          delays.failed(performance.now())
          log?.warn(`PostgreSQL could not be restarted: ${String(error)}`)
        },
      )
      .finally(() => {
        restarting = false
      })
  }, checkIntervalMs)
  timer.unref()
  const limitLog = () =>
    limitServerLog(launch.logFile).catch((error: unknown) =>
      log?.warn(`the log of PostgreSQL could not be shortened: ${String(error)}`),
    )
  const logTimer = setInterval(() => void limitLog(), logCheckIntervalMs)
  logTimer.unref()

  return {
    /** Ends the supervision and returns the current server process. Call it while holding the lock. */
    release(): RunningServer {
      released = true
      for (const each of [timer, logTimer]) clearInterval(each)
      return server
    },
  }
}
