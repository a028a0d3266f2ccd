export type { Translate } from '../shared/contract.ts'
export type { AuditAction } from './contract/audit-actions.ts'
export { requireAppKey, storeKeyCheck } from './server/app-key-check.ts'
export {
  type Audit,
  type AuditActor,
  type AuditSource,
  auditEntriesOf,
  type NewAuditEntry,
} from './server/audit.ts'
export { type AuditFilter, type AuditRow, readAuditLog } from './server/audit-log.ts'
export {
  BackupError,
  BackupFullError,
  type BackupStore,
  backupTargetName,
  checkBackupUrl,
  type DatabaseDump,
  dumpQuery,
  dumpTables,
  type FileDigest,
  isObjectStore,
  isSameDisk,
  loadTables,
  openBackupStore,
  openSnapshot,
  parseBackupUrl,
  type Snapshot,
  verifyBackupFile,
} from './server/backup/index.ts'
export {
  type BlobContent,
  BlobError,
  type BlobRange,
  type BlobStore,
  type BlobStoreEntry,
  blobPathOf,
  blobStoreName,
  isBlobUrl,
  isSameStore,
  isStoreEmpty,
  isUnreadable,
  type LocalFile,
  localBlobs,
  type OpenBlob,
  openBlobStore,
  type StagedFile,
  storageChoiceOf,
} from './server/blobs/index.ts'
export { type BrandingSetting, brandingImages, brandingSettings, imageFile } from './server/branding-images.ts'
export {
  claimBlobStore,
  claimStoreFor,
  hasStoredFiles,
  readInstallationId,
  renameInstallation,
  renewStoreUse,
  resetSettings,
  turnOn,
  turnOnWhereStored,
} from './server/claim-blob-store.ts'
export { commandLine } from './server/command-line.ts'
export {
  type Config,
  ConfigError,
  decodeKey,
  loadConfig,
  parseOrigin,
  parseProxies,
} from './server/config.ts'
export { findDataDirOwner, ownDataDir } from './server/data-dir-owner.ts'
export type { RowOf, TablesOf } from './server/db/builder.ts'
export type { Db, Executor, Sql, Tx } from './server/db/db.ts'
export { likeLiteral } from './server/db/like-literal.ts'
export { isConnectionLost, isTransientDatabaseError } from './server/db/lost-connection.ts'
export { listMigrations, migrate, migrateTo, requireKnownMigrations } from './server/db/migrations.ts'
export { newId } from './server/db/new-id.ts'
export { newestFirst } from './server/db/newest-first.ts'
export { isTimeKey, packCursor, unpackCursor } from './server/db/packed-cursor.ts'
export { holdsInstance, prepareDatabase } from './server/db/prepare-database.ts'
export { lockIsFree, type SessionLock, type SessionLocks } from './server/db/session-locks.ts'
export { isForeignKeyViolation, isUniqueViolation } from './server/db/violations.ts'
export { deleteInBatches } from './server/delete-in-batches.ts'
export { setVariables } from './server/dot-env.ts'
export {
  createServiceEgress,
  type Egress,
  EgressError,
  type EgressResponse,
  egressFetch,
} from './server/egress/index.ts'
export {
  AppError,
  type ErrorEntry,
  errorTable,
  errorTables,
  failure,
  invalidField,
  invalidFieldPerCall,
  platformErrors,
  temporaryFailure,
  unprocessable,
} from './server/errors.ts'
export type { AnyEvent, CommittingTransaction, EventMap, EventName, Events, EventsOf } from './server/events.ts'
export { forEachConcurrently } from './server/for-each-concurrently.ts'
export { createHttp } from './server/http/app.ts'
export { accessErrors, errorsOf } from './server/http/common-errors.ts'
export { readFormFile } from './server/http/form-body.ts'
export { acceptForms } from './server/http/forms.ts'
export { crossOriginHeaders } from './server/http/headers.ts'
export { enforceMinSendThroughput } from './server/http/min-send-throughput.ts'
export { auditActorOf, callerOf, type Principal } from './server/http/principal.ts'
export { queryFields } from './server/http/query-fields.ts'
export { formFileOf } from './server/http/read-form.ts'
export { declarePublic } from './server/http/require-access.ts'
export { compileRowReader } from './server/http/row-reader.ts'
export { sendCsv } from './server/http/send-csv.ts'
export { serve } from './server/http/serve.ts'
export { errorHeaders, serveProtocol } from './server/http/serve-protocol.ts'
export { successMessage } from './server/http/success-message.ts'
export { requiredTokenScope } from './server/http/token-scope.ts'
export { hasBody } from './server/http/unread-bodies.ts'
export { decodedPath } from './server/http/urls.ts'
export { compileCheck } from './server/http/validate.ts'
export { localesBelow } from './server/i18n/read-locale.ts'
export { englishReference, expectedKeys, placeholderFault } from './server/i18n/text-keys.ts'
export { Translations } from './server/i18n/translations.ts'
export { IsolatedProcess, ProcessEndedError } from './server/isolated-process.ts'
export { retentionPauseDays } from './server/jobs/clock-jumps.ts'
export { CollectedErrors } from './server/jobs/collected-errors.ts'
export type { Jobs } from './server/jobs/index.ts'
export { StoppingError } from './server/jobs/stopping-error.ts'
export { createReencryptor, type ReencryptSecrets, reencryptPlatform } from './server/key-rotation.ts'
export { decrypt, deriveKey, encrypt, equalSecrets, hmac, randomToken, sha256 } from './server/keys.ts'
export { limitConcurrency } from './server/limit-concurrency.ts'
export { createLogger, type Logger, redactUrl } from './server/logger.ts'
export { type MailServerInput, mailUrlOf } from './server/mailer/mail-url.ts'
export { type Mail, type MailLogo, maskEmail } from './server/mailer/mailer.ts'
export { renderHtml, renderText } from './server/mailer/render.ts'
export { MemoryBudget } from './server/memory-budget.ts'
export { networkOf } from './server/network-of.ts'
export { perPageOf, rejectTooManyForOnePage, startOfPage } from './server/paging.ts'
export { createPlatform, type Platform } from './server/platform.ts'
export { QueueFiller } from './server/queue-filler.ts'
export type { RateLimit, RateLimitCounter, RateLimiter } from './server/rate-limiter.ts'
export {
  accountChanged,
  languagesChanged,
  type Realtime,
  type RealtimeIds,
  sessionRevoked,
  settingsChanged,
} from './server/realtime/index.ts'
export { RequestCoalescer } from './server/request-coalescer.ts'
export { requireDatabase, requireInstance } from './server/require-instance.ts'
export {
  maxClockSkewMs,
  minPostgres,
  missingExtensions,
  type ServerVersion,
  serverVersionSql,
} from './server/requirements/limits.ts'
export { type Requirement, readRequirements } from './server/requirements/requirements.ts'
export { isTimeSynchronized } from './server/requirements/time-sync.ts'
export { defineRetention } from './server/retention.ts'
export { markRestored, retentionPausedSince } from './server/retention-pause.ts'
export {
  type AnySetting,
  collectSettings,
  definitionOf,
  type PublicOf,
  parseSetting,
  SettingError,
  type SettingInput,
  setting,
  type ValuesOf,
} from './server/settings/definition.ts'
export { platformSettings } from './server/settings/platform-settings.ts'
export type { SettingName, Settings, SettingValues } from './server/settings/settings.ts'
export * as settingTypes from './server/settings/types.ts'
export { SetupState } from './server/setup-state.ts'
export { forgetStoreUses, storeUses } from './server/store-uses.ts'
export { testedBlobUrl } from './server/tested-blob-url.ts'
export { textColorOn } from './server/text-color.ts'
export { TtlCache } from './server/ttl-cache.ts'
