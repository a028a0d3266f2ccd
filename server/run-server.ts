import { blobStoreName, type Config, loadConfig, ownDataDir } from '../modules/platform/index.ts'
import type { Coffer } from './app.ts'
import { contentUrlNotice } from './content-url-notice.ts'
import { collectWhenIdle } from './idle-collection.ts'
import { notifyWhileStarting } from './notify-systemd.ts'
import { listen, openApp, readyUrl } from './open-app.ts'
import { type OpenedDatabase, openDatabase } from './open-database.ts'
import { closeTimeoutMs, drainTimeoutMs, restartDelayMs } from './process-limits.ts'
import { productVersion } from './product-version.ts'
import { messageOf, startProblemText } from './start-problem-text.ts'
import { waitingServer } from './waiting-server.ts'

/** Starts everything in this process, prints the ready line, and drains on SIGTERM or SIGINT. A signal during the start takes effect after it. */
export const runServer = async (config: Config): Promise<void> => {
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
    const opened = await openApp(current, database.url, {
      restart: (prepare) => scheduleRestart(current, prepare),
      built: (app) => {
        coffer = app
      },
    })
    store = blobStoreName(current.blobUrl)
    return opened
  }
  const start = async () => {
    owner = await ownDataDir(config.dataDir, () => ({ store, version: productVersion }))
    const opened = await open(config)
    if (!config.production && process.argv.includes('--demo')) await (await import('./seed-demo.ts')).seedDemo(opened)
    await listen(config, opened)
    if (config.contentUrl) console.error(contentUrlNotice(config.contentUrl))
    console.log(`Coffer is ready at ${await readyUrl(config, opened)}`)
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
