import { type Config, localBlobs } from '../../../platform/index.ts'
import type { VerifiedBackup } from './restore.ts'

/** Variables of README.md that set where data is stored and how an installation is reached; they are part of no backup. */
export const configuredVariables = (config: Config): string[] => {
  const isSet = {
    APP_URL: config.appUrlFixed,
    DATABASE_URL: config.databaseUrl !== null,
    BLOB_URL: config.blobUrl !== localBlobs,
    MAIL_URL: config.mailUrl !== null,
    TRUSTED_PROXIES: config.trustedProxies.length > 0,
    X_ACCEL_REDIRECT: config.xAccelRedirect !== null,
    EGRESS_ALLOW: config.egressAllow.length > 0,
    METRICS_PORT: config.metricsPort !== null,
  }
  return Object.entries(isSet).flatMap(([name, set]) => (set ? [name] : []))
}

interface ChangedVariables {
  /** Variables that only the instance of the backup had. */
  missing: string[]
  /** Variables that only this instance has. */
  added: string[]
}

/** Differences between the variables of this instance and of the one that was backed up; old backups list none. */
export const changedVariables = ({ manifest }: VerifiedBackup, config: Config): ChangedVariables => {
  const here = configuredVariables(config)
  const there = manifest.variables ?? here
  return {
    missing: there.filter((name) => !here.includes(name)),
    added: here.filter((name) => !there.includes(name)),
  }
}
