import type { AddressInfo } from 'node:net'
import { type Config, claimBlobStore, migrate, requireAppKey } from '../modules/platform/index.ts'
import { buildApp, type Coffer } from './app.ts'
import { encryptedData } from './encrypted-data.ts'

interface OpenOptions {
  /** Restarts the server after the present response; runs `prepare` after the server has stopped. */
  restart(prepare?: () => Promise<void>): void
  /** False: another process of this server runs the jobs. */
  runsJobs?: boolean
  /** Called as soon as the app exists: the log of what happens while it starts. */
  built?(coffer: Coffer): void
}

/** Builds the app on an opened database, migrates that, and starts the app; it does not listen yet. */
export const openApp = async (
  config: Config,
  databaseUrl: string,
  { restart, runsJobs = true, built }: OpenOptions,
): Promise<Coffer> => {
  const coffer = await buildApp(config, databaseUrl, { restart })
  built?.(coffer)
  await migrate(coffer.platform.db, coffer.platform.log)
  await requireAppKey(coffer.platform.db, [config.appKey], encryptedData)
  await claimBlobStore(coffer.platform)
  await coffer.start({ runsJobs })
  return coffer
}

/** Listens on the configured port; `config` has it, and the address that follows from it, afterwards. */
export const listen = async (config: Config, { app }: Coffer): Promise<void> => {
  await app.listen({ host: config.host, port: config.port })
  const { port } = app.server.address() as AddressInfo
  if (!config.appUrlFixed) config.appUrl = `http://localhost:${port}`
  // A restart listens on the same port.
  config.port = port
}

/** The address that the ready line shows; on a fresh instance it leads to the setup wizard. */
export const readyUrl = async (config: Config, { setupToken }: Coffer): Promise<string> => {
  const token = await setupToken()
  return `${config.appUrl}${token === null ? '' : `/setup-wizard/status-check?token=${token}`}`
}
