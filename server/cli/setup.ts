import { isStorageDriver, type StorageChoice, storageDrivers } from '../../modules/platform/contract.ts'
import {
  AppError,
  ConfigError,
  loadConfig,
  localBlobs,
  ownDataDir,
  type Platform,
  parseSetting,
  platformErrors,
  type SettingValues,
  SetupState,
  setVariables,
  testedBlobUrl,
} from '../../modules/platform/index.ts'
import { settingDefinitions } from '../settings.ts'
import { printResult, readArgs, requireOption, UsageError } from './args.ts'
import { withApp } from './with-app.ts'

const storeOptions = ['key', 'secret', 'region', 'bucket', 'endpoint'] as const

/** The choice of `--storage` and `--s3-…`; null: files are stored where the environment says. */
const storageOf = (values: Record<string, string | undefined>): StorageChoice | null => {
  const { storage: driver } = values
  if (driver === undefined) return null
  if (!isStorageDriver(driver)) throw new UsageError(`--storage is one of ${storageDrivers.join(', ')}`)
  if (process.env.BLOB_URL) throw new UsageError('the environment sets BLOB_URL: remove it, or leave --storage out')
  return { driver, ...Object.fromEntries(storeOptions.map((name) => [name, values[`s3-${name}`]])) }
}

/** Tests the store. Throws `ConfigError` that names the wrong option. */
const testStore = async ({ db, config }: Platform, choice: StorageChoice): Promise<string> => {
  try {
    return await testedBlobUrl(db, choice, config.blobUrl)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const options = Object.keys(error.extras.errors ?? {}).map((field) => `--s3-${field}`)
    const { situation } = platformErrors.entries[error.code as keyof typeof platformErrors.entries]
    throw new ConfigError(`${options.join(', ')}: ${situation}`)
  }
}

/** The setup wizard for the command line. A running server notices the setup within a second; with `--storage` none may run. */
export const setupCommand = async (args: readonly string[]): Promise<void> => {
  const { values, flags } = readArgs(args, {
    json: 'boolean',
    'admin-email': 'string',
    'admin-password': 'string',
    'admin-name': 'string',
    title: 'string',
    subscription: 'string',
    storage: 'string',
    ...Object.fromEntries(storeOptions.map((name) => [`s3-${name}`, 'string' as const])),
  })
  const checked = <Name extends 'app_title' | 'subscription_type'>(name: Name, text: string | undefined) =>
    text === undefined ? undefined : (parseSetting(settingDefinitions, name, text) as SettingValues[Name])
  const subscription = checked('subscription_type', values.subscription)
  const title = checked('app_title', values.title)
  const adminEmail = requireOption(values, 'admin-email')
  const adminPassword = requireOption(values, 'admin-password')
  const input = { adminEmail, adminPassword, adminName: values['admin-name'], title, subscription }
  const storage = storageOf(values)
  const owner = storage && (await ownDataDir(loadConfig({ ...process.env, LOG_LEVEL: 'error' }).dataDir))
  try {
    await withApp(
      async ({ installer, platform }) => {
        // Before the setup is complete, which cannot be repeated when this fails; never for an instance that stores files already.
        await installer.setup(input, async () => {
          const blobUrl = storage && (await testStore(platform, storage))
          if (blobUrl) setVariables(platform.config.dataDir, { BLOB_URL: blobUrl === localBlobs ? null : blobUrl })
        })
        new SetupState(platform.config.dataDir).remove()
      },
      { schema: 'migrated' },
    )
  } finally {
    owner?.release()
  }
  printResult({ email: adminEmail }, `Coffer is set up. Sign in as ${adminEmail}.`, flags)
}
