import { type Audit, createAudit } from './audit.ts'
import { type AuditRetention, defineAuditRetention } from './audit-retention.ts'
import { type BlobStore, openConfiguredStore } from './blobs/index.ts'
import type { Config } from './config.ts'
import { connect, type EntitySchemas } from './db/connect.ts'
import type { Db } from './db/db.ts'
import { SessionLocks } from './db/session-locks.ts'
import { createEgress, type Egress } from './egress/index.ts'
import { platformEntities } from './entities/index.ts'
import { Events } from './events.ts'
import { Languages } from './i18n/languages.ts'
import { Translations } from './i18n/translations.ts'
import { createInstallation, type Installation } from './installation.ts'
import { Jobs } from './jobs/index.ts'
import { LogFiles } from './log-files.ts'
import { createLogger, type Logger } from './logger.ts'
import { Mailer } from './mailer/mailer.ts'
import { RateLimiter } from './rate-limiter.ts'
import { languagesChanged, Realtime, settingsChanged } from './realtime/index.ts'
import type { SettingDefinitions } from './settings/definition.ts'
import { Settings } from './settings/settings.ts'
import { traceBlobs } from './tracing/trace-blobs.ts'
import type { Tracing } from './tracing/tracing.ts'
import { WorkerChannel } from './worker-channel.ts'

/** The services that every module's factory receives. */
export interface Platform {
  config: Config
  log: Logger
  /** The warnings and errors of `log`, for administrators. */
  logFiles: LogFiles
  db: Db
  /** Locks shared by all processes of this database. */
  locks: SessionLocks
  events: Events
  settings: Settings
  i18n: Translations
  /** Administrators' changes of languages and texts. */
  languages: Languages
  installation: Installation
  mailer: Mailer
  limiter: RateLimiter
  audit: Audit
  auditRetention: AuditRetention
  blobs: BlobStore
  /** All outgoing HTTP goes through it. */
  egress: Egress
  /** Modules define jobs while the app is assembled; they run after `jobs.start()`. */
  jobs: Jobs
  /** Sends events to open browser tabs; reaches other processes after `realtime.start()`. */
  realtime: Realtime
  /** Tells the other app processes of this server what to forget. */
  workers: WorkerChannel
  /** Null without `OTEL_EXPORTER_OTLP_ENDPOINT`: OpenTelemetry is not loaded then. */
  tracing: Tracing | null
  /** Call it when the process begins to stop: starts no more jobs, and stops logging lost database connections. */
  beginStop(): void
  close(): Promise<void>
}

interface PlatformOptions {
  config: Config
  databaseUrl: string
  entities: EntitySchemas
  /** The settings of all modules, including the platform's (`collectSettings`). */
  settings: SettingDefinitions
  log?: Logger
}

export const createPlatform = async ({
  config,
  databaseUrl,
  entities,
  settings: definitions,
  log: given,
}: PlatformOptions): Promise<Platform> => {
  let stopping = false
  const isStopping = () => stopping
  const logFiles = new LogFiles(config.dataDir)
  const onLine = (line: string) => logFiles.add(line)
  const log = given ?? createLogger({ level: config.logLevel, pretty: !config.production, isStopping, onLine })
  const tracing = config.tracing ? (await import('./tracing/otlp-tracing.ts')).createTracing(config.tracing, log) : null
  const events = new Events(log)
  const db = await connect({ url: databaseUrl, entities: [...platformEntities, ...entities], events, log, tracing })
  const locks = new SessionLocks(databaseUrl, log)
  const onChange = () => realtime.publishToEverybody({ event: settingsChanged, ids: {} })
  const settings = new Settings({ db, log, definitions, appKey: config.appKey, onChange })
  const jobs = new Jobs(databaseUrl, db, log, tracing)
  const auditRetention = defineAuditRetention({ db, settings, jobs })
  const egress = createEgress(config)
  const mailer = new Mailer({ config, settings, jobs, log, egress })
  const store = await openConfiguredStore(config)
  const blobs = tracing ? traceBlobs(store, tracing) : store
  const limiter = new RateLimiter(db)
  const realtime = new Realtime({ url: databaseUrl, db, log, appKey: config.appKey })
  const workers = new WorkerChannel()
  realtime.listen(settingsChanged, () => settings.invalidate())
  const i18n = new Translations()
  const languages = new Languages(db, settings, i18n)
  realtime.listen(languagesChanged, () => {
    languages.invalidate()
    languages.refresh().catch((error: unknown) => log.warn({ err: error }, 'changed texts were not read'))
  })
  return {
    config,
    log,
    logFiles,
    db,
    locks,
    events,
    settings,
    i18n,
    languages,
    installation: createInstallation(config.dataDir, settings),
    mailer,
    limiter,
    audit: createAudit(db, log),
    auditRetention,
    blobs,
    egress,
    jobs,
    realtime,
    workers,
    tracing,
    beginStop() {
      stopping = true
      void jobs.stop()
    },
    async close() {
      workers.close()
      await jobs.stop()
      await limiter
        .refundUnused()
        .catch((error: unknown) => log.warn({ err: error }, 'unused rate limit attempts were not refunded'))
      await realtime.close()
      blobs.close()
      await mailer.close()
      locks.close()
      await db.orm.close(true)
      await tracing?.close()
      await logFiles.close()
    },
  }
}
