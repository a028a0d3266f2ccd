import { execFileSync, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresBinaries } from './binaries.ts'
import type { DataFolder } from './cluster.ts'
import { freePort } from './free-port.ts'
import { type JoinedServer, joinServer, waitForLogin } from './join-server.ts'
import { ignoredPid, type RunningServer } from './pid-file.ts'
import { isAlive, waitForExit } from './processes.ts'
import { serverArguments } from './server-arguments.ts'
import { logSize, openServerLog, readServerLog } from './server-log.ts'

const stopTimeoutMs = 60_000
/** How long temporary errors are retried. */
const retryTimeoutMs = 30_000
const startRetryDelayMs = 250

export interface ServerLaunch {
  binaries: PostgresBinaries
  folder: DataFolder
  logFile: string
  /** Password of the superuser. */
  password: string
  /** Server settings that override the built-in ones. */
  settings?: Record<string, string>
  /** The only port it may use. Default: any free port. */
  port?: number
  /** Used instead of any free port unless another process uses it. */
  preferredPort?: number | undefined
  /** Time limit of `stuckServerWatch` (tests). */
  stuckAfterMs?: number | undefined
}

const launch = async (options: ServerLaunch, fd: number): Promise<RunningServer> => {
  const { binaries, folder, settings } = options
  const port = options.port ?? options.preferredPort ?? (await freePort())
  const args = ['-D', folder.path, '-p', String(port), ...serverArguments(settings)]
  // Detached: Ctrl-C in the terminal must reach only the app, which then shuts the server down.
  const { cwd, env } = folder.spawnOptions
  const child = spawn(binaries.postgres, args, {
    ...folder.spawnOptions,
    env: { ...env, ...ignoredPid(cwd) },
    detached: true,
    stdio: ['ignore', fd, fd],
  })
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  child.unref()
  return { pid: child.pid!, port }
}

/**
 * Temporary start errors: children of a killed server still run, another process took the port meanwhile, or a server whose
 * process was created before this one wrote its pid file only now.
 */
const temporaryErrors =
  /lock file "postmaster\.pid" already exists|Address already in use|shared memory block|could not create any TCP/
/** Whether the server could not create its socket, which some file systems do not support. Other fatal errors may come after a socket's log line. */
export const failedOnSocket = (log: string): boolean => /FATAL: .*(Unix-domain socket|\.s\.PGSQL\.)/.test(log)
const withoutSockets = (options: ServerLaunch): ServerLaunch => ({
  ...options,
  settings: { ...options.settings, unix_socket_directories: '' },
})

/**
 * Starts the server and waits for a login; over TCP only where sockets fail. `isJoined`: it was running by the time of a later attempt,
 * started by an app that was killed since. Throws with the server's log when it does not start.
 */
export const startServer = async (launchOptions: ServerLaunch): Promise<JoinedServer & { isJoined: boolean }> => {
  const data = launchOptions.folder.spawnOptions.cwd
  const fd = openServerLog(launchOptions.logFile, launchOptions.folder.spawnOptions)
  const deadline = performance.now() + retryTimeoutMs
  let options = launchOptions
  let usesSocket = true
  try {
    while (true) {
      const from = logSize(fd)
      const server = await launch(options, fd)
      const client = await waitForLogin(server, data, options.password)
      if (client) return { server, client, isJoined: false }
      const log = readServerLog(fd, from)
      if (usesSocket && failedOnSocket(log)) {
        usesSocket = false
        options = withoutSockets(options)
        continue
      }
      if (performance.now() > deadline || !temporaryErrors.test(log))
        throw new Error(`PostgreSQL did not start: ${log.split('\n').slice(-5).join(' ')}`)
      if (/Address already in use/.test(log)) options = { ...options, preferredPort: undefined }
      await sleep(startRetryDelayMs)
      const running = await joinServer(data, options.password, options)
      if (running) return { ...running, isJoined: true }
    }
  } finally {
    closeSync(fd)
  }
}

/** Fast shutdown: ends sessions and writes all data. Resolves when the process has ended. */
export const stopServer = async (pid: number, data: string, binaries: PostgresBinaries): Promise<void> => {
  if (!isAlive(pid)) return
  if (process.platform === 'win32')
    execFileSync(binaries.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w'], { stdio: 'ignore' })
  else process.kill(pid, 'SIGINT')
  if (!(await waitForExit(pid, stopTimeoutMs))) throw new Error(`PostgreSQL (process ${pid}) did not stop within 60 s`)
}
