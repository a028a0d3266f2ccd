import type { Billing } from '../../billing/index.ts'
import type { StorageUsage } from '../../storage/contract.ts'
import type {
  AbuseReportPage,
  AdminUserDetails,
  AdminUserPage,
  AuditEntryPage,
  AuditQuery,
  BackupPage,
  Dashboard,
  EditablePage,
  Health,
  JobsOverview,
  Language,
  LanguageStrings,
  ListedLogFile,
  NewestUsers,
  Overview,
  PageEditorData,
  PaymentSettings,
  ReportQuery,
  ServerConfig,
  SettingGroups,
  SettingPage,
  SignInSettings,
  StoreDetails,
  StringQuery,
  UserHoldings,
  UserQuery,
} from '../contract.ts'
import type { Health as HealthService } from './services/health/health.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    admin: AdminPages
  }
}

type Search = Readonly<Record<string, string>>

/** Data of the administrators' routes and pages, in the shapes of the API. Callers check the role. */
export interface AdminPages {
  /** Data of the first page. `engine`: the engine of billing. */
  overview(engine: 'none' | 'fixed' | 'metered' | null, locale: string): Promise<Overview>
  dashboard(locale: string): Promise<Dashboard>
  newestUsers(locale: string): Promise<NewestUsers>
  health(): Promise<Health>
  startMaintenance: HealthService['start']
  backups(): Promise<BackupPage>
  jobs(): Promise<JobsOverview>
  /** The query of a page's URL, without parameters that `users` would reject. */
  userQuery(search: Search): UserQuery
  /** 422 `invalid-cursor`. */
  users(query: UserQuery, locale: string): Promise<AdminUserPage>
  /** Throws 404 for an unknown account, as the two below. */
  user(id: string, locale: string): Promise<AdminUserDetails>
  userStorage(id: string): Promise<StorageUsage>
  userHoldings(id: string, locale: string): Promise<UserHoldings>
  settings(page: SettingPage): Promise<SettingGroups>
  signInSettings(): Promise<SignInSettings>
  payments(): Promise<PaymentSettings>
  /** 404 for an unknown account or plan. */
  billing: AdminBilling
  server(): Promise<ServerConfig>
  /** Files of warnings and errors, newest first. */
  logFiles(): Promise<ListedLogFile[]>
  store(): Promise<StoreDetails>
  legalPages(locale: string): Promise<EditablePage[]>
  /** The page in `locale`, by default the installation's. Throws 404 for an unknown page or language. */
  legalPage(slug: string, locale: string | undefined): Promise<PageEditorData>
  languages(): Promise<Language[]>
  stringQuery(search: Search): StringQuery
  /** 404 for a language that is not offered. */
  strings(locale: string, query: StringQuery): Promise<LanguageStrings>
  reportQuery(search: Search): ReportQuery
  reports(query: ReportQuery): Promise<AbuseReportPage>
  auditQuery(search: Search): AuditQuery
  audit(query: AuditQuery): Promise<AuditEntryPage>
}

export type AdminBilling = Billing['administration']
