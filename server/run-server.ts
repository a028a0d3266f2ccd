import type { AddressInfo } from 'node:net'
import {
  blobStoreName,
  type Config,
  claimBlobStore,
  loadConfig,
  migrate,
  ownDataDir,
  requireAppKey,
} from '../modules/platform/index.ts'
import { buildApp, type Coffer } from './app.ts'
import { encryptedData } from './encrypted-data.ts'
import { collectWhenIdle } from './idle-collection.ts'
import { notifyWhileStarting } from './notify-systemd.ts'
import { type OpenedDatabase, openDatabase } from './open-database.ts'
import { productVersion } from './product-version.ts'
import { messageOf, startProblemText } from './start-problem-text.ts'
import { waitingServer } from './waiting-server.ts'

/** Time for running requests to finish after SIGTERM (docs/operate.md). */
const drainTimeoutMs = 30_000
/** Time to close everything else, after which the process exits anyway. */
const closeTimeoutMs = 4_000
/** The response that leads to a restart is sent first. */
const restartDelayMs = 200

const listen = async (config: Config, { app }: Coffer): Promise<void> => {
  await app.listen({ host: config.host, port: config.port })
  const { port } = app.server.address() as AddressInfo
  if (!config.appUrlFixed) config.appUrl = `http://localhost:${port}`
  // A restart listens on the same port.
  config.port = port
}

const printReady = async (config: Config, { setupToken }: Coffer): Promise<void> => {
  if (config.workers > 1) console.error(`WORKERS=${config.workers} has no effect: this version serves with one process`)
  if (config.contentUrl)
    console.error(
      `CONTENT_URL=${config.contentUrl} has no effect: this version serves users' files from the origin of APP_URL, sandboxed`,
    )
  const token = await setupToken()
  const path = token === null ? '' : `/setup-wizard/status-check?token=${token}`
  console.log(`Coffer is ready at ${config.appUrl}${path}`)
}

/** Starts everything, prints the ready line, and drains on SIGTERM or SIGINT. A signal during the start takes effect after it. */
const startServer = async (config: Config): Promise<void> => {
  let [database, coffer]: [OpenedDatabase | null, Coffer | null] = [null, null]
  let owner: Awaited<ReturnType<typeof ownDataDir>> | null = null
  let stopping: Promise<void> | null = null
  let store = ''
  const notifyReady = notifyWhileStarting()
  // The database is opened before the log of the app.
  const databaseLog = {
    info: (message: string) => coffer?.platform.log.info(message),
    warn: (message: string) => (coffer ? coffer.platform.log.warn(message) : console.error(message)),
  }
  const open = async (current: Config): Promise<Coffer> => {
    database = await openDatabase(current, databaseLog)
    coffer = await buildApp(current, database.url, {
      restart: (prepare) => scheduleRestart(current, prepare),
    })
    await migrate(coffer.platform.db, coffer.platform.log)
    await requireAppKey(coffer.platform.db, [current.appKey], encryptedData)
    await claimBlobStore(coffer.platform)
    await coffer.start()
    store = blobStoreName(current.blobUrl)
    return coffer
  }
  const start = async () => {
    owner = await ownDataDir(config.dataDir, () => ({ store, version: productVersion }))
    const opened = await open(config)
    if (!config.production && process.argv.includes('--demo')) await (await import('./seed-demo.ts')).seedDemo(opened)
    await listen(config, opened)
    await printReady(config, opened)
    notifyReady()
    collectWhenIdle()
  }
  /** `DATA_DIR/.env` was changed, or is by `prepare`: the same process starts again with it, on the same port. */
  const restart = async ({ host, port }: Config, prepare?: () => Promise<void>) => {
    await coffer?.close(closeTimeoutMs)
    const waiting = await waitingServer(host, port)
    await database?.stop()
    await prepare?.().catch((error: unknown) => {
      console.error(
        'the new settings are not stored, so the server starts again with the former ones:',
        startProblemText(error) ?? messageOf(error),
      )
    })
    const next = { ...loadConfig(), port }
    const opened = await open(next)
    await waiting.close()
    await listen(next, opened)
  }
  const scheduleRestart = (current: Config, prepare?: () => Promise<void>) => {
    setTimeout(() => {
      if (stopping) return
      starting = starting.then(() => restart(current, prepare))
      starting.catch(async (error: unknown) => {
        console.error(startProblemText(error) ?? error)
        // After a signal it stops already.
        if (stopping) return
        await stop().catch(() => undefined)
        process.exit(1)
      })
    }, restartDelayMs)
  }
  /** Runs each step even if an earlier one failed, such as on a full disk; then rejects. */
  const stop = async () => {
    setTimeout(() => process.exit(1), drainTimeoutMs + closeTimeoutMs).unref()
    try {
      await coffer?.close(drainTimeoutMs)
    } finally {
      try {
        await database?.stop()
      } finally {
        owner?.release()
      }
    }
  }
  // A promise that was not awaited has failed, which is a bug. It must not end the requests and uploads of everybody else.
  process.on('unhandledRejection', (error) => {
    if (coffer) coffer.app.log.error({ err: error }, 'a rejected promise was not handled')
    else console.error(error)
  })
  let starting = start()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stopping ??= starting.then(stop, stop).then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(startProblemText(error) ?? error)
          process.exit(1)
        },
      )
    })
  await starting.catch(async (error: unknown) => {
    // The reason is printed even where the started parts cannot be stopped properly.
    if (!stopping) await stop().catch(() => undefined)
    throw error
  })
}

/** Starts the server; ends the process with one line when configuration, port, disk or database prevent it. */
export const runServer = async (): Promise<void> => {
  try {
    await startServer(loadConfig())
  } catch (error) {
    console.error(startProblemText(error) ?? error)
    process.exit(1)
  }
}
