import { chmodSync, existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { makeFolder } from '../atomic-file.ts'
import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { dataFolderFor, prepareCluster } from './cluster.ts'
import { withLock, withLockIfWritable } from './file-lock.ts'
import { rejectForeignOwner } from './foreign-server.ts'
import { joinServer } from './join-server.ts'
import { findServer, readPidFile } from './pid-file.ts'
import { appRole, databaseName, type PostgresSecrets, readSecrets, urlOf } from './secrets.ts'
import { startServer, stopServer } from './server.ts'
import { serverLease } from './server-leases.ts'
import { maxSocketPathBytes } from './server-sockets.ts'
import { type SupervisorLog, superviseServer } from './supervisor.ts'

interface EmbeddedServer {
  /**
   * Connection URL of the app's role `coffer`, which owns the database `coffer` and is no superuser. `?host=` names the
   * server's socket where there is one.
   */
  url: string
  /** Stops the server (fast shutdown) unless another running process of this machine uses it; resolves when it has stopped. */
  stop(): Promise<void>
  /** True when the server was already running: started by another process, or left by a kill -9. */
  adopted: boolean
}

interface EmbeddedOptions {
  log?: SupervisorLog
  /** Log file of the server; default `<dir>/../logs/postgres.log`. */
  logFile?: string
  /** Server settings that override the built-in ones (tests). */
  settings?: Record<string, string>
  /** How long the server may neither work nor recover; default 15 s (tests). */
  stuckAfterMs?: number
}

/** Creates role and database if they do not exist. `client` is a superuser's session. */
const ensureDatabase = async (client: pg.Client, secrets: PostgresSecrets): Promise<void> => {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (rowCount) return
  const role = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
  if (!role.rowCount) await client.query(`create role ${appRole} login password ${pg.escapeLiteral(secrets.app)}`)
  await client.query(`create database ${databaseName} owner ${appRole}`)
}

/** The folder of the server's socket, or null when its path is too long. A query takes a third less time than over TCP. */
const socketFolder = (data: string, port: number): string | null => {
  const socket = join(data, `.s.PGSQL.${port}`)
  return Buffer.byteLength(socket) <= maxSocketPathBytes && existsSync(socket) ? data : null
}

/**
 * Starts the bundled PostgreSQL on `dir` (DATA_DIR/postgres: `password`, `data/`), or joins the server that already runs
 * there. Throws `ConfigError` when that server runs in another container. The first start creates the cluster (0.5–2 s),
 * later starts take about 0.1 s.
 */
export const startEmbedded = async (dir: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> => {
  const root = resolve(dir)
  const data = join(root, 'data')
  makeFolder(root)
  // The server's account must be able to enter; the data folder inside is 0700.
  chmodSync(root, 0o711)
  const lease = serverLease(root)

  return withLock(root, async () => {
    const secrets = readSecrets(root)
    const account = serverAccount(data)
    const binaries = findBinaries(account)
    lease.acquire()
    const running = await joinServer(data, secrets.superuser, { stuckAfterMs: options.stuckAfterMs })
    if (!running) await rejectForeignOwner(dirname(root))
    // Processes that shared a killed server expect the next one on its port.
    const preferredPort = lease.isShared() ? readPidFile(data)?.port : undefined
    if (!running) await prepareCluster(root, binaries, account, secrets)
    const logFile = options.logFile ?? join(dirname(root), 'logs', 'postgres.log')
    const launch = {
      binaries,
      folder: dataFolderFor(data, account),
      logFile,
      password: secrets.superuser,
      settings: options.settings,
      preferredPort,
      stuckAfterMs: options.stuckAfterMs,
    }
    const { server, client, isJoined: adopted } = running ? { ...running, isJoined: true } : await startServer(launch)
    try {
      await ensureDatabase(client, secrets)
    } finally {
      await client.end()
    }
    options.log?.info(`PostgreSQL ${adopted ? 'found running' : 'started'} on 127.0.0.1:${server.port}`)
    const supervisor = superviseServer(root, data, { ...launch, port: server.port }, server, options.log)
    return {
      url: urlOf(appRole, secrets.app, server.port, databaseName, socketFolder(data, server.port)),
      adopted,
      stop: () =>
        withLockIfWritable(root, async () => {
          const supervised = supervisor.release()
          // Another process may have started it again since.
          const { pid } = findServer(data) ?? supervised
          if (lease.release()) await stopServer(pid, data, binaries)
        }),
    }
  })
}
