import { execFileSync, spawn } from 'node:child_process'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import type { Place } from './cluster.ts'
import { gone, isAlive } from './processes.ts'
import { superuserRole, urlOf } from './secrets.ts'
import { settingArguments } from './settings.ts'

const logLimit = 8 * 1024 * 1024
const startTimeout = 120_000

export interface RunningServer {
  pid: number
  port: number
}

/** What postmaster.pid says: line 1 the process id, line 4 the port. Null while there is no complete one. */
export const readPidFile = (data: string): RunningServer | null => {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    return pid > 0 && port > 0 ? { pid, port } : null
  } catch {
    return null
  }
}

/** Logs in as superuser; null while the server cannot be reached or is not ready. Wrong password or anything else throws. */
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

/** Waits until the server of process `pid` lets us in; null when that process has ended before. */
export const waitForLogin = async (server: RunningServer, password: string): Promise<pg.Client | null> => {
  const end = Date.now() + startTimeout
  for (let pause = 5; isAlive(server.pid); pause = Math.min(pause * 1.5, 250)) {
    const client = await login(server.port, password)
    if (client) return client
    if (Date.now() > end) throw new Error(`PostgreSQL did not become ready within ${startTimeout / 1000} s`)
    await sleep(pause)
  }
  return null
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** The log is a plain file that the server inherits: it outlives a killed app and asks no helper process. */
const openLog = (file: string): { fd: number; from: number } => {
  mkdirSync(dirname(file), { recursive: true })
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimit) renameSync(file, `${file}.1`)
  const fd = openSync(file, 'a+', 0o600)
  return { fd, from: fstatSync(fd).size }
}

const readLog = (fd: number, from: number): string => {
  const buffer = Buffer.alloc(Math.min(Math.max(fstatSync(fd).size - from, 0), 64 * 1024))
  readSync(fd, buffer, 0, buffer.length, from)
  return buffer.toString('utf8').trim()
}

export interface Launch {
  binaries: Binaries
  place: Place
  logFile: string
  /** Of the superuser. */
  password: string
  /** Server settings that win over the built-in ones. */
  settings?: Record<string, string>
  /** Default: a free one. */
  port?: number
}

const launch = async ({ binaries, place, settings, port: wanted }: Launch, fd: number): Promise<RunningServer> => {
  const port = wanted ?? (await freePort())
  const args = ['-D', place.path, '-p', String(port), ...settingArguments(settings)]
  // Detached: Ctrl-C in the terminal must reach the app first, which then stops the server in order.
  const child = spawn(binaries.postgres, args, { ...place.spawnOptions, detached: true, stdio: ['ignore', fd, fd] })
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  child.unref()
  return { pid: child.pid!, port }
}

/** Faults that pass by themselves: children of a killed server still ending, a port taken meanwhile. */
const passing = /postmaster\.pid|Address already in use|shared memory block|could not create any TCP/
/** Some file systems have no sockets: there it is TCP alone. A server that ended for another reason tells of its socket too. */
export const refusesSocket = (told: string): boolean => /FATAL: .*(Unix-domain socket|\.s\.PGSQL\.)/.test(told)
const withoutSockets = (how: Launch): Launch => ({
  ...how,
  settings: { ...how.settings, unix_socket_directories: '' },
})

/** Starts the server and waits until it lets us in. Throws with the server's own words when it does not start. */
export const startServer = async (how: Launch): Promise<{ server: RunningServer; client: pg.Client }> => {
  const { fd, from } = openLog(how.logFile)
  let sockets = true
  try {
    for (let attempt = 1; ; attempt++) {
      const server = await launch(sockets ? how : withoutSockets(how), fd)
      const client = await waitForLogin(server, how.password)
      if (client) return { server, client }
      const told = readLog(fd, from)
      if (sockets && refusesSocket(told)) {
        sockets = false
        continue
      }
      if (attempt >= 20 || !passing.test(told))
        throw new Error(`PostgreSQL did not start: ${told.split('\n').slice(-5).join(' ')}`)
      await sleep(250)
    }
  } finally {
    closeSync(fd)
  }
}

/** Fast shutdown: sessions are ended, everything is written. Resolves when the process is gone. */
export const stopServer = async (pid: number, data: string, binaries: Binaries): Promise<void> => {
  if (!isAlive(pid)) return
  if (process.platform === 'win32')
    execFileSync(binaries.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w'], { stdio: 'ignore' })
  else process.kill(pid, 'SIGINT')
  if (!(await gone(pid, 60_000))) throw new Error(`PostgreSQL (process ${pid}) did not stop within 60 s`)
}
