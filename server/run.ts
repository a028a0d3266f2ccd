import cluster from 'node:cluster'
import { loadConfig } from '../modules/platform/launch.ts'
import { startProblemText } from './start-problem-text.ts'

/**
 * Starts the server, in this process or with `WORKERS` app processes. Ends the process with one line when configuration, port,
 * disk or database prevent it. The app is loaded by the processes that serve alone.
 */
export const run = async (): Promise<void> => {
  try {
    if (cluster.isWorker) return await (await import('./workers/worker.ts')).runWorker()
    const config = loadConfig()
    // One process reloads itself in development.
    if (config.workers > 1 && config.production) await (await import('./workers/primary.ts')).runPrimary(config)
    else await (await import('./run-server.ts')).runServer(config)
  } catch (error) {
    console.error(startProblemText(error) ?? error)
    process.exit(1)
  }
}
