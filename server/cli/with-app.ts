import { claimBlobStore, loadConfig, migrate, requireMigrated } from '../../modules/platform/index.ts'
import { buildApp, type Coffer } from '../app.ts'
import { openDatabase } from '../database.ts'

export interface WithAppOptions {
  /** `current`: rejects a schema of another version; `migrated`: runs what is pending; `any`: works with whatever is there. */
  schema?: 'current' | 'migrated' | 'any'
  rotates?: boolean
}

/**
 * Runs `fn` on the complete app, without pages and without listening. Starts the embedded database, or shares that of a
 * running server.
 */
export const withApp = async <T>(
  fn: (coffer: Coffer) => Promise<T>,
  { schema = 'current', rotates = false }: WithAppOptions = {},
): Promise<T> => {
  const config = loadConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' }, { rotates })
  const database = await openDatabase(config)
  try {
    const coffer = await buildApp(config, database.url, { pages: false })
    try {
      if (schema !== 'any') {
        await (schema === 'migrated' ? migrate : requireMigrated)(coffer.platform.db)
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
