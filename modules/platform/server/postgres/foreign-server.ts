import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../config.ts'
import { findDataDirOwner } from '../data-dir-owner.ts'
import { findServer, type RunningServer, readPidFile } from './pid-file.ts'
import { listeningPorts } from './server-sockets.ts'

const maxChecks = 4
const checkDelayMs = 250

/**
 * The server that listens in a data folder, but whose process id is meaningless to this process: it runs in another
 * container, or on the host. Checked several times, because a server of this machine may start or end meanwhile.
 */
export const findForeignServer = async (data: string): Promise<RunningServer | null> => {
  for (let checks = 1; ; checks += 1) {
    const named = readPidFile(data)
    if (!named || findServer(data) || (await listeningPorts(data)).size === 0) return null
    if (checks === maxChecks) return named
    await sleep(checkDelayMs)
  }
}

const inUse = (path: string, by: string): ConfigError =>
  new ConfigError(
    `${path} is in use by ${by} in another container, or on the host: run this there (docker exec), or stop it first`,
  )

/**
 * Throws `ConfigError` when a server runs on the data folder in another container. PostgreSQL itself does not notice it, and two
 * servers would destroy the data.
 */
export const rejectForeignServer = async (data: string): Promise<void> => {
  if (await findForeignServer(data)) throw inUse(data, 'PostgreSQL')
}

/** Throws `ConfigError` when Coffer runs in another container, where it may be about to start its server. */
export const rejectForeignOwner = async (dataDir: string): Promise<void> => {
  if ((await findDataDirOwner(dataDir))?.isForeign) throw inUse(dataDir, 'Coffer')
}
