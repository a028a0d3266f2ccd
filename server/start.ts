import type { AddressInfo } from 'node:net'
import { type Config, migrate, ownDataDir } from '../modules/platform/index.ts'
import { buildApp, type Coffer } from './app.ts'
import { type Database, openDatabase } from './database.ts'
import { collectWhenIdle } from './idle-collection.ts'

/** Time for running requests to finish after SIGTERM (docs/operate.md). */
const drainTimeoutMs = 30_000
/** Time to close everything else, after which the process exits anyway. */
const closeTimeoutMs = 4_000

const listen = async (config: Config, { app, platform }: Coffer): Promise<void> => {
  await app.listen({ host: config.host, port: config.port })
  const { port } = app.server.address() as AddressInfo
  if (!config.appUrlFixed) config.appUrl = `http://localhost:${port}`
  if (config.workers > 1) console.error(`WORKERS=${config.workers} has no effect: this version serves with one process`)
  const path = (await platform.installation.done()) ? '' : '/setup-wizard/status-check'
  console.log(`Coffer is ready at ${config.appUrl}${path}`)
}

/** Starts everything, prints the ready line, and drains on SIGTERM or SIGINT. A signal during the start takes effect after it. */
export const startServer = async (config: Config): Promise<void> => {
  let [database, coffer]: [Database | null, Coffer | null] = [null, null]
  let owner: Awaited<ReturnType<typeof ownDataDir>> | null = null
  const start = async () => {
    owner = await ownDataDir(config.dataDir)
    database = await openDatabase(config)
    coffer = await buildApp(config, database.url)
    await migrate(coffer.platform.db)
    await coffer.start()
    if (!config.production && process.argv.includes('--demo')) await (await import('./demo.ts')).seedDemo(coffer)
    await listen(config, coffer)
    collectWhenIdle()
  }
  const stop = async () => {
    setTimeout(() => process.exit(1), drainTimeoutMs + closeTimeoutMs).unref()
    await coffer?.close(drainTimeoutMs)
    await database?.stop()
    owner?.release()
  }
  const starting = start()
  let stopping: Promise<void> | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stopping ??= starting.then(stop, stop).then(() => process.exit(0))
    })
  await starting.catch(async (error: unknown) => {
    if (!stopping) await stop()
    throw error
  })
}
