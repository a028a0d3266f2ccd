import {
  decodeKey,
  holdsInstance,
  type Platform,
  prepareDatabase,
  type ReencryptSecrets,
  readInstallationId,
  setVariables,
} from '../../../platform/index.ts'
import type { BodyOf } from '../../../shared/contract.ts'
import type { setDatabase } from '../../contract.ts'
import { installerErrors } from '../errors.ts'
import { isSwitchedOn } from './is-switched-on.ts'
import { storedPassword } from './stored-values.ts'

const connections: readonly unknown[] = ['embedded', 'pgsql']
const required = ['host', 'name', 'username'] as const

const urlOf = (body: BodyOf<typeof setDatabase>): string => {
  const { host = '', name = '', username = '', password = '' } = body
  const missing = required.filter((field) => !body[field]?.trim())
  const port = Number(body.port || 5_432)
  const isPort = Number.isInteger(port) && port > 0 && port <= 65_535
  const isHost = /^[A-Za-z0-9._:-]+$/.test(host.trim())
  const wrong = [...missing, ...(isPort ? [] : ['port']), ...(isHost || !host.trim() ? [] : ['host'])]
  if (wrong.length > 0)
    throw installerErrors.fail('value-invalid', {
      errors: Object.fromEntries(wrong.map((field) => [field, ['installer:error.value-invalid']])),
    })
  const signIn = `${encodeURIComponent(username.trim())}:${encodeURIComponent(password)}`
  const address = host.includes(':') ? `[${host.trim()}]` : host.trim()
  return `postgres://${signIn}@${address}:${port}/${encodeURIComponent(name.trim())}`
}

/** URL of the form's database. The form may leave out the stored password as long as its other fields are unchanged. */
const withStoredPassword = (body: BodyOf<typeof setDatabase>, current: string | null): string => {
  const same = body.password ? null : urlOf({ ...body, password: storedPassword(current) })
  return same !== null && same === current ? same : urlOf(body)
}

/** The `APP_KEY` in the form, or null. Throws 422 when it is no key. */
const givenKey = (body: BodyOf<typeof setDatabase>, environment: ReadonlySet<string>): string | null => {
  const key = body.app_key?.trim()
  if (!key) return null
  if (environment.has('APP_KEY')) throw installerErrors.fail('set-by-environment')
  try {
    decodeKey(key)
  } catch (cause) {
    throw installerErrors.fail('value-invalid', { field: 'app_key', cause })
  }
  return key
}

interface ChosenDatabase {
  /** The server must restart to use it. */
  isChanged: boolean
  /** It holds an instance that is set up: the setup ends. */
  isInstalled: boolean
}

const unchanged: ChosenDatabase = { isChanged: false, isInstalled: false }

/**
 * Stores the choice in `DATA_DIR/.env`, after the schema was created in an external database. An empty database gets
 * the id of this installation; a used one keeps its own id, so a chosen bucket, which belongs to an installation, has
 * to be chosen again in the next step. A database that was encrypted with another `APP_KEY` is accepted together with
 * that key.
 */
export const chooseDatabase = async (
  { config, db, log }: Pick<Platform, 'config' | 'db' | 'log'>,
  body: BodyOf<typeof setDatabase>,
  encryptedData: readonly ReencryptSecrets[],
): Promise<ChosenDatabase> => {
  // The form has no fields when the environment sets the database.
  const isLeftOut = body.connection === undefined && config.environment.has('DATABASE_URL')
  if (!isLeftOut && !connections.includes(body.connection))
    throw installerErrors.fail('value-invalid', { field: 'connection' })
  const isOwn = body.connection === 'pgsql'
  if (config.environment.has('DATABASE_URL')) {
    if (isOwn) throw installerErrors.fail('set-by-environment')
    return unchanged
  }
  if (!isOwn) {
    if (!config.databaseUrl) return unchanged
    setVariables(config.dataDir, { DATABASE_URL: null, BLOB_URL: null })
    return { isChanged: true, isInstalled: false }
  }
  const url = withStoredPassword(body, config.databaseUrl)
  if (url === config.databaseUrl) return unchanged
  const key = givenKey(body, config.environment)
  const problem = await prepareDatabase(url, {
    allowUsed: isSwitchedOn(body.allow_used),
    installationId: await readInstallationId(db),
    appKey: key === null ? config.appKey : decodeKey(key),
    encryptedData,
    log,
  })
  if (problem) throw installerErrors.fail(`database-${problem}`)
  setVariables(config.dataDir, { DATABASE_URL: url, BLOB_URL: null, ...(key !== null && { APP_KEY: key }) })
  return { isChanged: true, isInstalled: await holdsInstance(url) }
}
