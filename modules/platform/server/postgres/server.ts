import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './cluster.ts'
import { freePort } from './free-port.ts'
import { isAlive, isServerOf, waitForExit } from './processes.ts'
import { superuserRole, urlOf } from './secrets.ts'
import { settingArguments } from './settings.ts'

const maxLogBytes = 8 * 1024 * 1024
const maxLogReadBytes = 64 * 1024
const startTimeoutMs = 120_000
const stopTimeoutMs = 60_000
const maxStartAttempts = 20
const startRetryDelayMs = 250

export interface RunningServer {
  pid: number
  port: number
}

/** Reads postmaster.pid: line 1 is the process id, line 4 the port. Null while there is no complete one. */
export const readPidFile = (data: string): RunningServer | null => {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    return pid > 0 && port > 0 ? { pid, port } : null
  } catch {
    return null
  }
}

/** The server that runs on a data folder, also one of another process; null when its pid file is missing or was left over. */
export const findServer = (data: string): RunningServer | null => {
  const named = readPidFile(data)
  return named && isServerOf(named.pid, data) ? named : null
}

/**
 * PostgreSQL does not start while the process of an old pid file is alive, whatever it is, unless this variable names it: then
 * the file counts as left over. PostgreSQL still looks whether another server's memory is in use before it removes the file.
 */
const ignoredPid = (data: string): { PG_GRANDPARENT_PID?: string } => {
  const named = readPidFile(data)
  return named && !isServerOf(named.pid, data) ? { PG_GRANDPARENT_PID: String(named.pid) } : {}
}

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

/**
 * Opens the log file, which the server inherits: it outlives a killed app and needs no helper process. What root creates is
 * that of the server's account, which may be the one that starts it the next time.
 */
const openLog = (file: string, { uid, gid }: DataFolder['spawnOptions']): { fd: number; from: number } => {
  const isNew = mkdirSync(dirname(file), { recursive: true }) !== undefined
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(file, `${file}.1`)
  const fd = openSync(file, 'a+', 0o600)
  if (uid !== undefined && gid !== undefined) {
    if (isNew) chownSync(dirname(file), uid, gid)
    fchownSync(fd, uid, gid)
  }
  return { fd, from: fstatSync(fd).size }
}

const readLog = (fd: number, from: number): string => {
  const buffer = Buffer.alloc(Math.min(Math.max(fstatSync(fd).size - from, 0), maxLogReadBytes))
  readSync(fd, buffer, 0, buffer.length, from)
  return buffer.toString('utf8').trim()
}

export interface Launch {
  binaries: Binaries
  folder: DataFolder
  logFile: string
  /** The superuser's. */
  password: string
  /** Server settings that override the built-in ones. */
  settings?: Record<string, string>
  /** Default: any free port. */
  port?: number
  /** Of `stuckServerWatch` (tests). */
  stuckAfterMs?: number | undefined
}

const launch = async ({ binaries, folder, settings, port: fixedPort }: Launch, fd: number): Promise<RunningServer> => {
  const port = fixedPort ?? (await freePort())
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

/** Temporary start errors: children of a killed server that still run, a port that another process took meanwhile. */
const temporaryErrors = /postmaster\.pid|Address already in use|shared memory block|could not create any TCP/
/** Whether the server could not create its socket, which some file systems do not support. Other fatal errors may come after a socket's log line. */
export const failedOnSocket = (log: string): boolean => /FATAL: .*(Unix-domain socket|\.s\.PGSQL\.)/.test(log)
const withoutSockets = (options: Launch): Launch => ({
  ...options,
  settings: { ...options.settings, unix_socket_directories: '' },
})

/** Starts the server and waits for a login; over TCP only where sockets fail. Throws with the server's log when it does not start. */
export const startServer = async (options: Launch): Promise<{ server: RunningServer; client: pg.Client }> => {
  const { fd, from } = openLog(options.logFile, options.folder.spawnOptions)
  let useSocket = true
  try {
    for (let attempt = 1; ; attempt++) {
      const server = await launch(useSocket ? options : withoutSockets(options), fd)
      const client = await waitForLogin(server, options.password)
      if (client) return { server, client }
      const log = readLog(fd, from)
      if (useSocket && failedOnSocket(log)) {
        useSocket = false
        continue
      }
      if (attempt >= maxStartAttempts || !temporaryErrors.test(log))
        throw new Error(`PostgreSQL did not start: ${log.split('\n').slice(-5).join(' ')}`)
      await sleep(startRetryDelayMs)
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
