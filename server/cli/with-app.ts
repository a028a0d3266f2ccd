import { loadConfig, migrate } from '../../modules/platform/index.ts'
import { buildApp, type Coffer } from '../app.ts'
import { openDatabase } from '../database.ts'

/**
 * Runs `deed` on the whole app, without its pages and without listening. The embedded database is started, or shared
 * with a running server, which keeps it.
 */
export const withApp = async <T>(deed: (coffer: Coffer) => Promise<T>): Promise<T> => {
  const config = loadConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' })
  const database = await openDatabase(config)
  try {
    const coffer = await buildApp(config, database.url, { pages: false })
    try {
      await migrate(coffer.platform.db)
      return await deed(coffer)
    } finally {
      await coffer.close()
    }
  } finally {
    await database.stop()
  }
}
