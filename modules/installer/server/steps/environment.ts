import {
  ConfigError,
  localBlobs,
  type Platform,
  parseOrigin,
  parseProxies,
  setVariables,
} from '../../../platform/index.ts'
import type { BodyOf } from '../../../shared/contract.ts'
import type { setEnvironment } from '../../contract.ts'
import { installerErrors } from '../errors.ts'
import { isSwitchedOn } from './is-switched-on.ts'
import { chooseMailServer } from './mail.ts'
import { storeUrlFromForm } from './store.ts'

type Body = BodyOf<typeof setEnvironment>

/** Parses a field like the start of the server does. Throws 422 for a value that would stop the start. */
const checked = <T>(field: string, parse: () => T): T => {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ConfigError) throw installerErrors.fail('value-invalid', { field })
    throw error
  }
}

/** Names that only this machine or its network knows, and addresses: they say nothing about the public name. */
const isPublicName = (hostname: string) => /[a-z]/.test(hostname) && hostname.includes('.') && !hostname.includes(':')

/**
 * Throws 422 for a URL by which the wizard is not open, unless it is confirmed: a mistyped one would reject every visitor after
 * the setup (`registerHeaders`), and only a variable on the server would help.
 */
const requireReached = (url: string, host: string | undefined, isConfirmed: boolean): void => {
  const wanted = new URL(url)
  const reached = URL.parse(`${wanted.protocol}//${host}`)
  if (isConfirmed || !reached || !isPublicName(reached.hostname) || reached.host === wanted.host) return
  throw installerErrors.fail('url-differs')
}

/** Proxies of the form. Throws 422 for others than the environment sets, which would be dropped without a word. */
const chosenProxies = ({ environment, trustedProxies }: Platform['config'], text: string | undefined): string[] => {
  const isFixed = environment.has('TRUSTED_PROXIES')
  if (isFixed && !text?.trim()) return trustedProxies
  const proxies = checked('trusted_proxies', () => parseProxies(text))
  if (isFixed && proxies.join() !== trustedProxies.join()) throw installerErrors.fail('proxies-fixed')
  return proxies
}

/**
 * Stores public URL, proxies and the object store in `DATA_DIR/.env`, and the mail server as a setting, after the
 * bucket and the sign-in at the mail server were tested. The URL applies at once; `host`: by which it was sent. Resolves with true when the server
 * must restart to use another store or to trust other proxies.
 */
export const chooseEnvironment = async (
  { config, db, mailer, settings }: Pick<Platform, 'config' | 'db' | 'mailer' | 'settings'>,
  body: Body,
  host: string | undefined,
): Promise<boolean> => {
  const url = checked('url', () => parseOrigin(body.url?.trim() ?? ''))
  if (!config.environment.has('APP_URL')) requireReached(url, host, isSwitchedOn(body.confirm_url))
  const proxies = chosenProxies(config, body.trusted_proxies)
  const blobUrl = await storeUrlFromForm({ config, db }, body)
  await chooseMailServer({ config, mailer, settings }, body)
  const isNewStore = blobUrl !== config.blobUrl
  if (isNewStore) setVariables(config.dataDir, { BLOB_URL: blobUrl === localBlobs ? null : blobUrl })
  if (!config.environment.has('APP_URL')) {
    setVariables(config.dataDir, { APP_URL: url })
    Object.assign(config, { appUrl: url, appUrlFixed: true })
  }
  if (proxies.join() === config.trustedProxies.join()) return isNewStore
  setVariables(config.dataDir, { TRUSTED_PROXIES: proxies.join(',') || null })
  return true
}
