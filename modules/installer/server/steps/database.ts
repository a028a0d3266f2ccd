import { type Platform, prepareDatabase, readInstallationId, setVariables } from '../../../platform/index.ts'
import type { BodyOf } from '../../../shared/contract.ts'
import type { setDatabase } from '../../contract.ts'
import { installerErrors } from '../errors.ts'

const required = ['host', 'name', 'username'] as const
const isOn = (value: unknown) => [true, 1, '1', 'on', 'true'].includes(value as never)

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

/**
 * Stores the choice in `DATA_DIR/.env`, after the schema was made in a database of one's own. Resolves with true when the
 * server must restart to use it. A bucket that was chosen before belongs to this installation, whose id the new database
 * gets; it is chosen again in the next step, because a database that was used has an id of its own.
 */
export const chooseDatabase = async (
  { config, db, log }: Pick<Platform, 'config' | 'db' | 'log'>,
  body: BodyOf<typeof setDatabase>,
): Promise<boolean> => {
  const isOwn = body.connection === 'pgsql'
  if (config.environment.has('DATABASE_URL')) {
    if (isOwn) throw installerErrors.fail('set-by-environment')
    return false
  }
  if (!isOwn) {
    if (!config.databaseUrl) return false
    setVariables(config.dataDir, { DATABASE_URL: null, BLOB_URL: null })
    return true
  }
  const url = urlOf(body)
  if (url === config.databaseUrl) return false
  const problem = await prepareDatabase(url, {
    allowUsed: isOn(body.allow_used),
    installationId: await readInstallationId(db),
    log,
  })
  if (problem) throw installerErrors.fail(`database-${problem}`)
  setVariables(config.dataDir, { DATABASE_URL: url, BLOB_URL: null })
  return true
}
