import { claimBlobStore, loadConfig, migrate } from '../../modules/platform/index.ts'
import { buildApp, type Coffer } from '../app.ts'
import { openDatabase } from '../database.ts'

/**
 * Runs `fn` on the complete app, without pages and without listening. Starts the embedded database, or shares that of a
 * running server.
 */
export const withApp = async <T>(
  fn: (coffer: Coffer) => Promise<T>,
  { migrates = true, rotates = false }: { migrates?: boolean; rotates?: boolean } = {},
): Promise<T> => {
  const config = loadConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' }, { rotates })
  const database = await openDatabase(config)
  try {
    const coffer = await buildApp(config, database.url, { pages: false })
    try {
      if (migrates) {
        await migrate(coffer.platform.db)
        await claimBlobStore(coffer.platform)
      }
      return await fn(coffer)
    } finally {
      await coffer.close()
    }
  } finally {
    await database.stop()
  }
}
