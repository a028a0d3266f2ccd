import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { appendSecret, makeFolder } from './durable.ts'

/** What RUNTIME.md's environment table says, read once at start. */
export interface Config {
  production: boolean
  host: string
  /** 0 picks a free port; `appUrl` then follows the real one. */
  port: number
  /** Public origin without a trailing slash; the only source of links, allowed Origin and Host. */
  appUrl: string
  appUrlFixed: boolean
  dataDir: string
  databaseUrl: string | null
  mailUrl: string | null
  /** 32 bytes; every other key is derived from it (`keys.ts`). */
  appKey: Buffer
  trustedProxies: string[]
  contentUrl: string | null
  /** `host:port` that outgoing calls may reach although private; lower case. */
  egressAllow: string[]
  logLevel: string
  /** Calls of `/api` per minute; 0: no limit. */
  apiLimits: { user: number; visitor: number }
}

export class ConfigError extends Error {}

const origin = (value: string, name: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`${name} must be an http(s) origin, got "${value}"`)
  return url.origin
}

const readDotEnv = (file: string): Record<string, string> => {
  if (!existsSync(file)) return {}
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new ConfigError(`${file} can be read by others: run chmod 600 on it`)
  return parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
}

/** A key that is missing is made once; one that is weak or an example stops the start (SECURITY A59). */
const appKey = (value: string | undefined, file: string): Buffer => {
  if (value === undefined) {
    const fresh = randomBytes(32).toString('base64url')
    appendSecret(file, `APP_KEY=${fresh}\n`)
    chmodSync(file, 0o600)
    return Buffer.from(fresh, 'base64url')
  }
  const key = Buffer.from(value, 'base64url')
  if (key.length < 32 || new Set(key).size < 8)
    throw new ConfigError('APP_KEY must be at least 32 random bytes in base64url')
  return key
}

const words = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

const egressAllow = (value: string | undefined): string[] =>
  words(value).map((entry) => {
    if (!/^(\[[0-9a-f:.]+\]|[^\s:/@[\]]+):\d{1,5}$/i.test(entry))
      throw new ConfigError(`EGRESS_ALLOW must be a comma list of host:port, got "${entry}"`)
    return entry.toLowerCase()
  })

/** `user,visitor` calls per minute. */
const apiLimits = (value: string): Config['apiLimits'] => {
  const [user = Number.NaN, visitor = Number.NaN] = value.split(',').map(Number)
  if (!Number.isInteger(user) || !Number.isInteger(visitor) || user < 0 || visitor < 0)
    throw new ConfigError(`API_RATE_LIMIT must be two whole numbers such as 600,120, got "${value}"`)
  return { user, visitor }
}

/** Reads the environment and `DATA_DIR/.env` (the environment wins). Throws `ConfigError` with one clear line. */
export const loadConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const dataDir = resolve(env.DATA_DIR ?? 'data')
  makeFolder(dataDir, 0o755)
  const dotEnv = join(dataDir, '.env')
  const values: Record<string, string | undefined> = { ...readDotEnv(dotEnv), ...env }
  const port = Number(values.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`PORT must be 0–65535, got "${values.PORT}"`)
  return {
    production: values.NODE_ENV === 'production',
    host: values.HOST ?? '127.0.0.1',
    port,
    appUrl: values.APP_URL ? origin(values.APP_URL, 'APP_URL') : `http://localhost:${port}`,
    appUrlFixed: Boolean(values.APP_URL),
    dataDir,
    databaseUrl: values.DATABASE_URL || null,
    mailUrl: values.MAIL_URL || null,
    appKey: appKey(values.APP_KEY, dotEnv),
    trustedProxies: words(values.TRUSTED_PROXIES),
    contentUrl: values.CONTENT_URL ? origin(values.CONTENT_URL, 'CONTENT_URL') : null,
    egressAllow: egressAllow(values.EGRESS_ALLOW),
    logLevel: values.LOG_LEVEL ?? 'info',
    apiLimits: apiLimits(values.API_RATE_LIMIT ?? '600,120'),
  }
}
