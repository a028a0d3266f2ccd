import { chmodSync, existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { makeFolder } from '../atomic-file.ts'
import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { placeOf, prepareCluster } from './cluster.ts'
import { type KeeperLog, keepRunning } from './keeper.ts'
import { exclusively, leases } from './leases.ts'
import { appRole, databaseName, readSecrets, type Secrets, urlOf } from './secrets.ts'
import { readPidFile, startServer, stopServer, waitForLogin } from './server.ts'

export interface Embedded {
  /**
   * Address for the app: role `coffer`, owner of database `coffer`, no superuser. Names the server's socket as `?host=`
   * where there is one.
   */
  url: string
  /** Stops the server (fast shutdown) unless another living process of this machine uses it, and waits. */
  stop(): Promise<void>
  /** True when a running server was taken over: another process's, or one left behind by a kill -9. */
  adopted: boolean
}

export interface EmbeddedOptions {
  log?: KeeperLog
  /** Where the server writes; default `<dir>/../logs/postgres.log`. */
  logFile?: string
  /** Server settings that win over the built-in ones (tests). */
  settings?: Record<string, string>
}

/** `client` is a superuser's session. Role and database are made once and found afterwards. */
const ensureDatabase = async (client: pg.Client, secrets: Secrets): Promise<void> => {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (rowCount) return
  const role = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
  if (!role.rowCount) await client.query(`create role ${appRole} login password ${pg.escapeLiteral(secrets.app)}`)
  await client.query(`create database ${databaseName} owner ${appRole}`)
}

/** What the system takes as a socket's path, its end included. */
const longestSocket = 100

/** The folder of the server's socket, over which a query takes two thirds of its time over TCP; null: too far down. */
const socketFolder = (data: string, port: number): string | null => {
  const socket = join(data, `.s.PGSQL.${port}`)
  return Buffer.byteLength(socket) <= longestSocket && existsSync(socket) ? data : null
}

/**
 * Starts the PostgreSQL that comes with the project on `dir` (DATA_DIR/postgres: `password`, `data/`), or joins the one
 * that already runs there. The first start makes the cluster (0.5–2 s), later ones take about 0.1 s.
 */
export const startEmbedded = async (dir: string, options: EmbeddedOptions = {}): Promise<Embedded> => {
  const root = resolve(dir)
  const data = join(root, 'data')
  makeFolder(root)
  // Another account runs the server and must be able to pass; its data folder itself is 0700.
  chmodSync(root, 0o711)
  const lease = leases(root)

  return exclusively(root, async () => {
    const secrets = readSecrets(root)
    const account = serverAccount(data)
    const binaries = findBinaries(account)
    lease.take()
    const running = readPidFile(data)
    const adopted = running && (await waitForLogin(running, secrets.superuser).catch(() => null))
    if (!adopted) await prepareCluster(root, binaries, account, secrets)
    const logFile = options.logFile ?? join(dirname(root), 'logs', 'postgres.log')
    const how = {
      binaries,
      place: placeOf(data, account),
      logFile,
      password: secrets.superuser,
      settings: options.settings,
    }
    const { server, client } = adopted ? { server: running, client: adopted } : await startServer(how)
    try {
      await ensureDatabase(client, secrets)
    } finally {
      await client.end()
    }
    options.log?.info(`PostgreSQL ${adopted ? 'found running' : 'started'} on 127.0.0.1:${server.port}`)
    const keeper = keepRunning(root, data, { ...how, port: server.port }, server, options.log)
    return {
      url: urlOf(appRole, secrets.app, server.port, databaseName, socketFolder(data, server.port)),
      adopted: adopted !== null,
      stop: () =>
        exclusively(root, async () => {
          const { pid } = keeper.release()
          if (lease.giveBack()) await stopServer(pid, data, binaries)
        }),
    }
  })
}
