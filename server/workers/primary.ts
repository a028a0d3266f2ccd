import { createServer } from 'node:net'
import { blobStoreName, type Config, createLogger, loadConfig, ownDataDir } from '../../modules/platform/launch.ts'
import { contentUrlNotice } from '../content-url-notice.ts'
import { notifyWhileStarting } from '../notify-systemd.ts'
import { type OpenedDatabase, openDatabase } from '../open-database.ts'
import { closeTimeoutMs, drainTimeoutMs } from '../process-limits.ts'
import { productVersion } from '../product-version.ts'
import { startProblemText } from '../start-problem-text.ts'
import { WorkerEndedError, WorkerGroup } from './worker-group.ts'

/** A free port where `port` is 0: each process that is started later has to get the same one. */
const portOf = async ({ host, port }: Config): Promise<number> => {
  if (port !== 0) return port
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Owns DATA_DIR and the embedded database, and starts, restarts and ends the `WORKERS` app processes. It serves nothing itself. */
export const runPrimary = async (first: Config): Promise<void> => {
  let [database, group, metrics]: [OpenedDatabase | null, WorkerGroup | null, { close(): Promise<void> } | null] = [
    null,
    null,
    null,
  ]
  let owner: Awaited<ReturnType<typeof ownDataDir>> | null = null
  let stopping: Promise<void> | null = null
  let store = ''
  let isRestarting = false
  const log = createLogger({ level: first.logLevel, pretty: !first.production, isStopping: () => stopping !== null })
  const port = await portOf(first)

  const open = async (config: Config, freePort = async () => {}): Promise<string> => {
    database = await openDatabase(config, log)
    group = new WorkerGroup({
      count: config.workers,
      databaseUrl: database.url,
      port,
      log,
      freePort,
      onRestart: () => {
        // Another process has asked for it already.
        if (isRestarting) return
        isRestarting = true
        starting = starting.then(() => restart(config))
        starting.catch(end)
      },
      onLost: () => end(new Error('no app process can be started')),
    })
    const url = await group.start()
    store = blobStoreName(config.blobUrl)
    return url
  }
  const start = async () => {
    const notifyReady = notifyWhileStarting()
    owner = await ownDataDir(first.dataDir, () => ({ store, version: productVersion }))
    if (first.metricsPort !== null) metrics = await (await import('./worker-metrics.ts')).serveWorkerMetrics(first)
    const url = await open(first)
    if (first.contentUrl) console.error(contentUrlNotice(first.contentUrl))
    console.log(`Coffer is ready at ${url}`)
    notifyReady()
  }
  /** `DATA_DIR/.env` was changed, or is by the process that asks: all processes start again with it, on the same port. */
  const restart = async ({ host }: Config) => {
    if (stopping) return
    await group?.close(closeTimeoutMs)
    const waiting = await (await import('../waiting-server.ts')).waitingServer(host, port)
    await database?.stop()
    await group?.end()
    isRestarting = false
    await open(loadConfig(), () => waiting.close())
  }
  /** Runs each step even if an earlier one failed; then rejects. */
  const stop = async () => {
    setTimeout(() => process.exit(1), drainTimeoutMs + 2 * closeTimeoutMs).unref()
    try {
      await group?.close(drainTimeoutMs)
      await group?.end()
      await metrics?.close()
    } finally {
      try {
        await database?.stop()
      } finally {
        owner?.release()
      }
    }
  }
  const end = (error: unknown) => {
    stopping ??= Promise.resolve().then(async () => {
      if (!(error instanceof WorkerEndedError && error.isExplained)) console.error(startProblemText(error) ?? error)
      await stop().catch(() => undefined)
      process.exit(1)
    })
  }
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
  await starting.catch(end)
}
