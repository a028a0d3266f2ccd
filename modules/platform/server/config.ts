import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { makeFolder } from './atomic-file.ts'
import { isBlobUrl, localBlobs } from './blobs/index.ts'
import { commandLine } from './command-line.ts'
import { setVariableIfMissing } from './dot-env.ts'
import { addressFamily } from './egress/addresses.ts'
import type { TracingConfig } from './tracing/tracing.ts'

/** The environment variables (README.md), read once at the start. */
export interface Config {
  production: boolean
  /** Variables of the process environment, which take precedence over `DATA_DIR/.env`. */
  environment: ReadonlySet<string>
  host: string
  /** 0 selects a free port, which `appUrl` then contains. */
  port: number
  /** Public origin without a trailing slash; the only source for links, and for the allowed Origin and Host. */
  appUrl: string
  appUrlFixed: boolean
  /** The process environment has another APP_URL than `DATA_DIR/.env`, whose one has no effect then. */
  isAppUrlOverridden: boolean
  /** Where `/metrics` is served; null: nothing is measured. 0 selects a free port. */
  metricsPort: number | null
  /** Where traces are sent; null: none are made. */
  tracing: TracingConfig | null
  dataDir: string
  databaseUrl: string | null
  /** Where the content of files is stored: `s3://…`, or `local` for DATA_DIR. Contains a secret. */
  blobUrl: string
  /** The store that `blobs move` moves from, which is still read; null: none. */
  blobUrlPrevious: string | null
  mailUrl: string | null
  /** 32 bytes, from which all other keys are derived (`keys.ts`). */
  appKey: Buffer
  /** The key that an interrupted rotation began to use (`cli rotate-key`), in base64url. */
  nextAppKey: string | null
  trustedProxies: string[]
  /** Requested origin of users' files (D65). This version serves them from the product's own origin, sandboxed. */
  contentUrl: string | null
  /** Internal location of nginx that sends the content of local files; null: this process sends it. */
  xAccelRedirect: string | null
  /** `host:port` pairs that outgoing requests may reach although the address is private; lower case. */
  egressAllow: string[]
  /** Origins of identity providers instead of their own, for a sandbox or a local double; null: their own. */
  oauthBases: Record<'google' | 'github' | 'facebook', string | null>
  /** Origins of payment providers instead of their own (D36); they may be private. Null: their own. */
  paymentBases: Record<'stripe' | 'paypal' | 'paystack', string | null>
  /** Origin of reCAPTCHA. */
  recaptchaBase: string
  /** Requested number of processes; this version runs one. */
  workers: number
  logLevel: string
  /** Requests to `/api` per minute; 0: no limit. */
  apiLimits: { user: number; visitor: number }
}

export class ConfigError extends Error {}

const origin = (value: string, name: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const { pathname, search, hash, username, password } = url ?? {}
  if (!url || !/^https?:$/.test(url.protocol) || pathname !== '/' || search || hash || username || password)
    throw new ConfigError(`${name} must be an http(s) origin such as https://files.example.com, got "${value}"`)
  return url.origin
}

/** An origin as APP_URL accepts it. Throws `ConfigError`. */
export const parseOrigin = (value: string): string => origin(value, 'APP_URL')

/**
 * The variables of a `.env` file; none if the file is missing. Throws `ConfigError` when other accounts can read the file.
 */
export const readDotEnv = (file: string): Record<string, string> => {
  if (!existsSync(file)) return {}
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new ConfigError(`${file} can be read by others: run chmod 600 on it`)
  return parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
}

/** The bytes of a key in base64url. Throws `ConfigError` for a weak key. */
export const decodeKey = (value: string): Buffer => {
  const key = Buffer.from(value, 'base64url')
  if (key.length < 32 || new Set(key).size < 8)
    throw new ConfigError('APP_KEY must be at least 32 random bytes in base64url')
  return key
}

/** Generates a missing key once; a weak or example key stops the start (A59). */
const appKey = (value: string | undefined, dataDir: string): Buffer => {
  if (value !== undefined) return decodeKey(value)
  return decodeKey(setVariableIfMissing(dataDir, 'APP_KEY', randomBytes(32).toString('base64url')))
}

/** A path such as `/coffer-content`. The product's own paths are rejected: they would not be reachable any more. */
const location = (value: string): string => {
  if (!/^(\/[\w-]+)+$/.test(value) || /^\/(api|assets|file|share|thumbnail|x-accel)(\/|$)/.test(value))
    throw new ConfigError(
      `X_ACCEL_REDIRECT must be an internal location of nginx such as /coffer-content, got "${value}"`,
    )
  return value
}

const words = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

const portOf = (value: string, name = 'PORT'): number => {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (!(port <= 65_535)) throw new ConfigError(`${name} must be 0–65535, got "${value}"`)
  return port
}

const hostOf = (value: string): string => {
  if (addressFamily(value) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value))
    throw new ConfigError(`HOST must be an IP address or a host name, got "${value}"`)
  return value
}

const egressAllow = (value: string | undefined): string[] =>
  words(value).map((entry) => {
    const port = Number(/^(?:\[[0-9a-f:.]+\]|[^\s:/@[\]]+):(\d{1,5})$/i.exec(entry)?.[1])
    if (!(port >= 1 && port <= 65_535))
      throw new ConfigError(`EGRESS_ALLOW must be a comma list of host:port, got "${entry}"`)
    return entry.toLowerCase()
  })

const originOf = (values: Record<string, string | undefined>, name: string): string | null =>
  values[name] ? origin(values[name], name) : null

const proxyNames = ['loopback', 'linklocal', 'uniquelocal']

/** Parses a comma-separated list, the format of TRUSTED_PROXIES. Throws `ConfigError`. */
export const parseProxies = (value: string | undefined): string[] =>
  words(value).map((entry) => {
    const [address = '', prefix, ...rest] = entry.split('/')
    const family = addressFamily(address)
    const bits = prefix === undefined ? 0 : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
    if (!proxyNames.includes(entry) && (family === 0 || rest.length > 0 || !(bits <= (family === 4 ? 32 : 128))))
      throw new ConfigError(`TRUSTED_PROXIES must be a comma list of IP addresses or networks, got "${entry}"`)
    return entry
  })

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']

const logLevel = (value: string): string => {
  if (!logLevels.includes(value))
    throw new ConfigError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, got "${value}"`)
  return value
}

/** The error omits the value, which may contain a password. */
const serviceUrl = (value: string | undefined, name: string, schemes: readonly string[]): string | null => {
  if (value === undefined) return null
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !schemes.includes(url.protocol.slice(0, -1)))
    throw new ConfigError(
      `${name} must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    )
  return value
}

/** The standard variables of OpenTelemetry. */
const tracing = (values: Record<string, string | undefined>): TracingConfig | null => {
  const endpoint = serviceUrl(values.OTEL_EXPORTER_OTLP_ENDPOINT, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https'])
  const ratio = Number(values.OTEL_TRACES_SAMPLER_ARG ?? 1)
  if (!(ratio >= 0 && ratio <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be 0–1, got "${values.OTEL_TRACES_SAMPLER_ARG}"`)
  if (endpoint === null) return null
  const { OTEL_EXPORTER_OTLP_HEADERS: headers = null, OTEL_SERVICE_NAME: serviceName = 'coffer' } = values
  return { endpoint, headers, serviceName, ratio }
}

/** The error omits the value, which contains a secret. */
const blobUrl = (value: string, name: string): string => {
  if (!isBlobUrl(value))
    throw new ConfigError(
      `${name} must be s3://KEY:SECRET@host/bucket, with ?region=…&pathStyle=1&tls=0 where needed and special characters as %XX`,
    )
  return value
}

/** `user,visitor` requests per minute; a single `0` means no limit for both. */
const apiLimits = (value: string): Config['apiLimits'] => {
  const [, user, visitor] = /^(\d{1,9})\s*,\s*(\d{1,9})$/.exec(value === '0' ? '0,0' : value) ?? []
  if (user === undefined || visitor === undefined)
    throw new ConfigError(`API_RATE_LIMIT must be two whole numbers such as 600,120, or 0 for no limit, got "${value}"`)
  return { user: Number(user), visitor: Number(visitor) }
}

const workersOf = (value: string): number => {
  if (!/^[1-9]\d?$/.test(value)) throw new ConfigError(`WORKERS must be 1–99, got "${value}"`)
  return Number(value)
}

/** Empty values count as unset, as unit and compose files use them; but an empty APP_KEY is a mistake (A59). */
const withoutEmpty = (values: Record<string, string | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([name, value]) => name === 'APP_KEY' || value),
  )

const overrides = (given: string | undefined, stored: string | undefined): boolean =>
  given !== undefined && stored !== undefined && URL.parse(given)?.origin !== URL.parse(stored)?.origin

/** Reads the environment and `DATA_DIR/.env` (the environment takes precedence). Throws `ConfigError` with a one-line message. */
export const loadConfig = (env: NodeJS.ProcessEnv = process.env, { rotates = false } = {}): Config => {
  const variables = withoutEmpty(env)
  const dataDir = resolve(variables.DATA_DIR ?? 'data')
  makeFolder(dataDir, 0o755)
  const dotEnv = join(dataDir, '.env')
  const fileValues = withoutEmpty(readDotEnv(dotEnv))
  const values = { ...fileValues, ...variables }
  // The database may hold secrets of either key.
  if (values.APP_KEY_NEXT && !rotates)
    throw new ConfigError(`the rotation of APP_KEY was interrupted: run ${commandLine()} rotate-key again`)
  const port = portOf(values.PORT ?? '3000')
  const metricsPort = values.METRICS_PORT === undefined ? null : portOf(values.METRICS_PORT, 'METRICS_PORT')
  if (metricsPort === port && port !== 0)
    throw new ConfigError(`METRICS_PORT must differ from PORT, got ${port} for both`)
  return {
    production: values.NODE_ENV === 'production',
    environment: new Set(Object.keys(variables)),
    host: hostOf(values.HOST ?? '127.0.0.1'),
    port,
    appUrl: values.APP_URL ? origin(values.APP_URL, 'APP_URL') : `http://localhost:${port}`,
    metricsPort,
    appUrlFixed: Boolean(values.APP_URL),
    isAppUrlOverridden: overrides(variables.APP_URL, fileValues.APP_URL),
    tracing: tracing(values),
    dataDir,
    databaseUrl: serviceUrl(values.DATABASE_URL, 'DATABASE_URL', ['postgresql', 'postgres']),
    blobUrl: blobUrl(values.BLOB_URL ?? localBlobs, 'BLOB_URL'),
    blobUrlPrevious: values.BLOB_URL_PREVIOUS ? blobUrl(values.BLOB_URL_PREVIOUS, 'BLOB_URL_PREVIOUS') : null,
    mailUrl: serviceUrl(values.MAIL_URL, 'MAIL_URL', ['smtp', 'smtps', 'mailgun', 'postmark', 'ses']),
    trustedProxies: parseProxies(values.TRUSTED_PROXIES),
    xAccelRedirect: values.X_ACCEL_REDIRECT ? location(values.X_ACCEL_REDIRECT) : null,
    contentUrl: values.CONTENT_URL ? origin(values.CONTENT_URL, 'CONTENT_URL') : null,
    egressAllow: egressAllow(values.EGRESS_ALLOW),
    oauthBases: {
      google: originOf(values, 'GOOGLE_OAUTH_BASE'),
      github: originOf(values, 'GITHUB_OAUTH_BASE'),
      facebook: originOf(values, 'FACEBOOK_OAUTH_BASE'),
    },
    paymentBases: {
      stripe: originOf(values, 'STRIPE_API_BASE'),
      paypal: originOf(values, 'PAYPAL_API_BASE'),
      paystack: originOf(values, 'PAYSTACK_API_BASE'),
    },
    recaptchaBase: originOf(values, 'RECAPTCHA_API_BASE') ?? 'https://www.google.com',
    workers: workersOf(values.WORKERS ?? '1'),
    logLevel: logLevel(values.LOG_LEVEL ?? 'info'),
    apiLimits: apiLimits(values.API_RATE_LIMIT ?? '600,120'),
    nextAppKey: values.APP_KEY_NEXT ?? null,
    // Last, because it writes a missing key to the file.
    appKey: appKey(values.APP_KEY, dataDir),
  }
}
