import { type Config, localBlobs } from '../../../platform/index.ts'
import type { ServerConfig } from '../../contract.ts'

/** A URL without its user, password and query. */
const bareUrl = (text: string | null) => {
  if (text === null) return null
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname}`
}
const listOf = (values: readonly string[]) => values.join(', ') || null

/** The configuration that comes from the environment, without passwords and keys. */
export const serverConfig = (config: Config, mailUrl: string): ServerConfig => ({
  mailServer: bareUrl(mailUrl || null),
  environment: {
    APP_URL: config.appUrl,
    HOST: config.host,
    PORT: String(config.port),
    DATA_DIR: config.dataDir,
    DATABASE_URL: bareUrl(config.databaseUrl),
    BLOB_URL: config.blobUrl === localBlobs ? null : bareUrl(config.blobUrl),
    MAIL_URL: bareUrl(config.mailUrl),
    TRUSTED_PROXIES: listOf(config.trustedProxies),
    EGRESS_ALLOW: listOf(config.egressAllow),
    LOG_LEVEL: config.logLevel,
    API_RATE_LIMIT: `${config.apiLimits.user},${config.apiLimits.visitor}`,
  },
  node: process.versions.node,
  platform: `${process.platform} ${process.arch}`,
})
