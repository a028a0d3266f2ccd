import type { AddressInfo } from 'node:net'
import { type Config, migrate } from '../modules/platform/index.ts'
import { buildApp } from './app.ts'
import { openDatabase } from './database.ts'

/** How long running requests may take to finish after SIGTERM (RUNTIME.md). */
const drainLimit = 30_000

/** Starts everything, prints the ready line, and drains on SIGTERM or SIGINT. */
export const startServer = async (config: Config): Promise<void> => {
  const database = await openDatabase(config)
  const coffer = await buildApp(config, database.url)
  await migrate(coffer.platform.db)
  await coffer.start()
  await coffer.app.listen({ host: config.host, port: config.port })
  const { port } = coffer.app.server.address() as AddressInfo
  if (!config.appUrlFixed) config.appUrl = `http://localhost:${port}`
  const path = (await coffer.platform.installation.done()) ? '' : '/setup-wizard/status-check'
  console.log(`Coffer is ready at ${config.appUrl}${path}`)

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    coffer.platform.log.info({ signal }, 'draining')
    setTimeout(() => process.exit(1), drainLimit + 4_000).unref()
    await coffer.close(drainLimit)
    await database.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
