export { AuditEntry, AuditEntryPage, AuditQuery, exportAudit, listAudit } from './contract/audit.ts'
export { Backup, BackupPage, type BackupState, backupStates, listBackups } from './contract/backups.ts'
export { Dashboard, type FigureId, listNewestUsers, type Overview, showDashboard } from './contract/dashboard.ts'
export {
  Health,
  HealthCheck,
  type HealthCheckId,
  type HealthState,
  healthOutcomes,
  healthStates,
  type StartableJob,
  showHealth,
  startableChecks,
  startableJobs,
  startMaintenance,
} from './contract/health.ts'
export { healthValueText } from './contract/health-values.ts'
export {
  deleteJob,
  FailedJob,
  JobsOverview,
  listJobs,
  QueuedJobs,
  retriedPerCall,
  retryJob,
  retryJobs,
} from './contract/jobs.ts'
export {
  exportStrings,
  importStrings,
  LanguageString,
  LanguageStrings,
  listStrings,
  maxStringLength,
  type StringFilter,
  StringQuery,
  stringFilters,
  updateString,
} from './contract/language-strings.ts'
export {
  createLanguage,
  deleteLanguage,
  Language,
  listLanguages,
  maxLanguageNameLength,
  replaceLanguage,
  showLanguage,
  updateLanguage,
} from './contract/languages.ts'
export { downloadLogFile, type ListedLogFile } from './contract/log-files.ts'
export { setMailServer, testEmail } from './contract/mail-server.ts'
export type {
  EnvironmentPageData,
  PageEditorData,
  PaymentSettings,
  ServerPageData,
  SignInSettings,
} from './contract/page-data.ts'
export {
  AdminPage,
  type EditablePage,
  listPages,
  maxPageLength,
  maxPageTitleLength,
  type PageListQuery,
  type PageUpdate,
  replacePage,
  showPage,
  updatePage,
} from './contract/pages.ts'
export {
  AbuseReport,
  AbuseReportPage,
  listReports,
  type ReportAction,
  ReportQuery,
  reportActions,
  resolveReport,
} from './contract/reports.ts'
export type { ServerConfig, StoreDetails } from './contract/server.ts'
export { type SocialService, setBroadcasting, setSocialService } from './contract/services.ts'
export { resettingSettings, type SettingPage, settingPagePath, settingPages } from './contract/setting-pages.ts'
export {
  maxImageBytes,
  SettingField,
  SettingGroups,
  showSettings,
  testWebsockets,
  updateSetting,
  uploadSettingImage,
} from './contract/settings.ts'
export { flushCache, ServerStatus, showStatus } from './contract/status.ts'
export { maxStoreLengths, setStore } from './contract/store.ts'
export {
  createUser,
  endUserSessions,
  resetTwoFactor,
  sendResetLink,
  setUserCapacity,
  setUserRole,
  showUserStorage,
  verifyUser,
} from './contract/user-actions.ts'
export { type BulkAction, bulkActions, changeUsers, maxBulkUsers, maxReasonLength } from './contract/user-bulk.ts'
export { deleteUser, keepUser, showUserHoldings, UserHoldings } from './contract/user-deletion.ts'
export {
  AdminUser,
  AdminUserDetails,
  AdminUserPage,
  exportUsers,
  listUsers,
  NewestUsers,
  showUser,
  UserCounts,
  UserQuery,
  type UserSort,
  userRoles,
  userSorts,
  userStatuses,
} from './contract/users.ts'
