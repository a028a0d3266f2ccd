import { execFileSync, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './cluster.ts'
import { freePort } from './free-port.ts'
import { findServer, ignoredPid, type RunningServer } from './pid-file.ts'
import { isAlive, waitForExit } from './processes.ts'
import { superuserRole, urlOf } from './secrets.ts'
import { openLog, readLog } from './server-log.ts'
import { settingArguments } from './settings.ts'

const startTimeoutMs = 120_000
const stopTimeoutMs = 60_000
/** How long temporary errors are retried. */
const retryTimeoutMs = 30_000
const startRetryDelayMs = 250

/** Logs in as superuser; null while the server is unreachable or not ready. Throws other errors, such as a wrong password. */
export const login = async (port: number, password: string): Promise<pg.Client | null> => {
  const url = urlOf(superuserRole, password, port, 'postgres')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    const code = (error as { code?: string }).code ?? ''
    // 57P03: starting up, shutting down or recovering.
    if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03'].includes(code) || /timeout|terminated/i.test(String(error)))
      return null
    throw error
  }
}

/** Waits until the server accepts a login; null when its process ends before. */
export const waitForLogin = async (server: RunningServer, password: string): Promise<pg.Client | null> => {
  const deadline = Date.now() + startTimeoutMs
  for (let delayMs = 5; isAlive(server.pid); delayMs = Math.min(delayMs * 1.5, 250)) {
    const client = await login(server.port, password)
    if (client) return client
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not become ready within ${startTimeoutMs / 1000} s`)
    await sleep(delayMs)
  }
  return null
}

/** A server with a superuser's session. */
export interface LoggedIn {
  server: RunningServer
  client: pg.Client
}

/** Logs in to the server that already runs on a data folder, whoever started it; null when there is none, or it accepts no login. */
export const joinServer = async (data: string, password: string, port?: number): Promise<LoggedIn | null> => {
  const server = findServer(data)
  if (!server || (port !== undefined && server.port !== port)) return null
  const client = await waitForLogin(server, password).catch(() => null)
  return client && { server, client }
}

export interface Launch {
  binaries: Binaries
  folder: DataFolder
  logFile: string
  /** The superuser's. */
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

const launch = async (options: Launch, fd: number): Promise<RunningServer> => {
  const { binaries, folder, settings } = options
  const port = options.port ?? options.preferredPort ?? (await freePort())
  const args = ['-D', folder.path, '-p', String(port), ...settingArguments(settings)]
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
 * Temporary start errors: children of a killed server that still run, a port that another process took meanwhile, a server whose
 * process was created before this one's and wrote its pid file only now.
 */
const temporaryErrors = /postmaster\.pid|Address already in use|shared memory block|could not create any TCP/
/** Whether the server could not create its socket, which some file systems do not support. Other fatal errors may come after a socket's log line. */
export const failedOnSocket = (log: string): boolean => /FATAL: .*(Unix-domain socket|\.s\.PGSQL\.)/.test(log)
const withoutSockets = (options: Launch): Launch => ({
  ...options,
  settings: { ...options.settings, unix_socket_directories: '' },
})

/**
 * Starts the server and waits for a login; over TCP only where sockets fail. `isJoined`: it was running by the time of a later attempt,
 * started by an app that was killed since. Throws with the server's log when it does not start.
 */
export const startServer = async (given: Launch): Promise<LoggedIn & { isJoined: boolean }> => {
  const data = given.folder.spawnOptions.cwd
  const { fd, from } = openLog(given.logFile, given.folder.spawnOptions)
  const deadline = Date.now() + retryTimeoutMs
  let options = given
  let usesSocket = true
  try {
    while (true) {
      const server = await launch(options, fd)
      const client = await waitForLogin(server, options.password)
      if (client) return { server, client, isJoined: false }
      const log = readLog(fd, from)
      if (usesSocket && failedOnSocket(log)) {
        usesSocket = false
        options = withoutSockets(options)
        continue
      }
      if (Date.now() > deadline || !temporaryErrors.test(log))
        throw new Error(`PostgreSQL did not start: ${log.split('\n').slice(-5).join(' ')}`)
      if (/Address already in use/.test(log)) options = { ...options, preferredPort: undefined }
      await sleep(startRetryDelayMs)
      const running = await joinServer(data, options.password, options.port)
      if (running) return { ...running, isJoined: true }
    }
  } finally {
    closeSync(fd)
  }
}

/** Fast shutdown: ends sessions and writes all data. Resolves when the process has ended. */
export const stopServer = async (pid: number, data: string, binaries: Binaries): Promise<void> => {
  if (!isAlive(pid)) return
  if (process.platform === 'win32')
    execFileSync(binaries.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w'], { stdio: 'ignore' })
  else process.kill(pid, 'SIGINT')
  if (!(await waitForExit(pid, stopTimeoutMs))) throw new Error(`PostgreSQL (process ${pid}) did not stop within 60 s`)
}
