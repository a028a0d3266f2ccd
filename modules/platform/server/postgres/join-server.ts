import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { rejectForeignServer } from './foreign-server.ts'
import { findServer, isReady, type RunningServer } from './pid-file.ts'
import { findChild, isAlive } from './processes.ts'
import { superuserRole, urlOf } from './secrets.ts'
import { stuckServerWatch } from './stuck-recovery.ts'

/** How long a server that does not recover may take to become ready. */
const startTimeoutMs = 120_000
/** Syncs the data folder and replays the log after a crash, which takes as long as the disk needs. */
const recoveringChild = /^postgres: startup/

/** Starting up, shutting down or recovering; too many sessions. */
const temporaryStates = ['57P03', '53300']
const connectionErrors = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE']

/** Logs in as superuser; null while the server is unreachable or not ready. Throws `ConfigError` when it rejects the login. */
const login = async (port: number, data: string, password: string): Promise<pg.Client | null> => {
  const url = urlOf(superuserRole, password, port, 'postgres')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    const { code = '', message } = error as { code?: string; message: string }
    if ([...connectionErrors, ...temporaryStates].includes(code) || /timeout|terminated/i.test(message)) return null
    throw new ConfigError(`PostgreSQL of ${data} rejects the login with the file "password" beside it: ${message}`)
  }
}

/**
 * Waits until the server accepts a login, however long it recovers: if it were killed meanwhile, it would begin again at the
 * same point. Null when its process ends before. Connects only when the server itself listens: another PostgreSQL may use
 * the port. `check` is called repeatedly.
 */
export const waitForLogin = async (
  server: RunningServer,
  data: string,
  password: string,
  check?: (pid: number) => void,
): Promise<pg.Client | null> => {
  let deadline = performance.now() + startTimeoutMs
  for (let delayMs = 5; isAlive(server.pid); delayMs = Math.min(delayMs * 1.5, 250)) {
    const client = isReady(data, server.pid) ? await login(server.port, data, password) : null
    if (client) return client
    check?.(server.pid)
    if (performance.now() > deadline) {
      if (!findChild(server.pid, recoveringChild))
        throw new Error(`PostgreSQL did not become ready within ${startTimeoutMs / 1000} s`)
      deadline = performance.now() + startTimeoutMs
    }
    await sleep(delayMs)
  }
  return null
}

/** A server with a superuser's session. */
export interface JoinedServer {
  server: RunningServer
  client: pg.Client
}

/**
 * Logs in to the server that already runs on a data folder, whoever started it; null when there is none (on this port).
 * Throws when the server cannot be joined: it rejects the login, does not become ready, or runs in another container. A
 * server that neither works nor recovers is ended: the app that supervised it may have been killed together with its
 * recovery.
 */
export const joinServer = async (
  data: string,
  password: string,
  { port, stuckAfterMs }: { port?: number | undefined; stuckAfterMs?: number | undefined } = {},
): Promise<JoinedServer | null> => {
  const server = findServer(data)
  if (!server) await rejectForeignServer(data)
  if (!server || (port !== undefined && server.port !== port)) return null
  const stuck = stuckServerWatch(stuckAfterMs)
  stuck.identified(server.pid)
  const client = await waitForLogin(server, data, password, stuck.check)
  return client && { server, client }
}
