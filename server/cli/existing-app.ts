import {
  type Config,
  claimBlobStore,
  decodeKey,
  loadConfig,
  migrate,
  requireAppKey,
  requireDatabase,
  requireInstance,
} from '../../modules/platform/index.ts'
import type { Coffer } from '../app.ts'
import { encryptedData } from '../encrypted-data.ts'
import { withBuiltApp } from './with-built-app.ts'

export interface AppOptions {
  /**
   * `current`: rejects an instance that is not set up, or whose schema has another version; `migrated`: runs pending
   * migrations; `any`: accepts any state.
   */
  schema?: 'current' | 'migrated' | 'any'
  rotates?: boolean
  /** True when the database's key does not exist any more. */
  isKeyLost?: boolean
}

const configOf = (rotates: boolean): Config =>
  loadConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' }, { rotates })

/** The configuration of an existing instance. Throws `ConfigError` where there is none; creates no files. */
export const existingConfig = ({ rotates = false } = {}): Config => {
  requireDatabase(process.env)
  return configOf(rotates)
}

/** `withApp`, whose caller has not loaded the product's code. */
export const withExistingApp = async <T>(
  fn: (coffer: Coffer) => Promise<T>,
  { schema = 'current', rotates = false, isKeyLost = false }: AppOptions = {},
): Promise<T> => {
  const config = schema === 'current' ? existingConfig({ rotates }) : configOf(rotates)
  return withBuiltApp(config, async (coffer) => {
    if (schema === 'current') {
      await requireInstance(coffer.platform)
      // Emails are rendered when they are queued: with the texts and languages of administrators.
      await coffer.platform.languages.refresh()
    }
    if (schema === 'migrated') await migrate(coffer.platform.db, coffer.platform.log)
    if (schema !== 'any') {
      // A rotation that was interrupted after its transaction: the database has the next key.
      const next = config.nextAppKey === null ? [] : [decodeKey(config.nextAppKey)]
      if (!isKeyLost) await requireAppKey(coffer.platform.db, [config.appKey, ...next], encryptedData)
      await claimBlobStore(coffer.platform)
    }
    return fn(coffer)
  })
}
