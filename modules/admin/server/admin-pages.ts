import type { PaymentService } from '../../billing/contract.ts'
import type { Billing } from '../../billing/index.ts'
import type { StorageUsage } from '../../storage/contract.ts'
import type { TextNode } from '../../web/contract.ts'
import type {
  AdminUserDetails,
  AuditPage,
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
  ReportPage,
  ReportQuery,
  ServerFacts,
  SettingGroups,
  SettingPage,
  StoreFacts,
  StringQuery,
  UserHoldings,
  UserPage,
  UserQuery,
} from '../contract.ts'
import type { Health as HealthService } from './services/health/health.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    admin: AdminPages
  }
}

type Search = Readonly<Record<string, string>>

/** What routes and server-rendered pages of administrators show, in the shapes of the API. Callers check the role. */
export interface AdminPages {
  /** The first page; `engine`: how accounts are billed. */
  overview(engine: 'none' | 'fixed' | 'metered' | null, locale: string): Promise<Overview>
  dashboard(locale: string): Promise<Dashboard>
  newestUsers(locale: string): Promise<NewestUsers>
  health(): Promise<Health>
  startMaintenance: HealthService['start']
  backups(): Promise<BackupPage>
  jobs(): Promise<JobsOverview>
  /** The query of a page's URL, without what `users` does not accept. */
  userQuery(search: Search): UserQuery
  /** 422 `invalid-cursor`. */
  users(query: UserQuery, locale: string): Promise<UserPage>
  /** 404, as the following ones. */
  user(id: string, locale: string): Promise<AdminUserDetails>
  userStorage(id: string): Promise<StorageUsage>
  userHoldings(id: string, locale: string): Promise<UserHoldings>
  settings(page: SettingPage): Promise<SettingGroups>
  /** With the URLs that identity providers send people back to, by group. */
  signInSettings(): Promise<SettingGroups & { callbacks: Record<string, string> }>
  payments(): Promise<SettingGroups & { services: PaymentService[]; metered: { id: string; name: string } | null }>
  /** 404 for an unknown account or plan. */
  billing: AdminBilling
  server(): Promise<ServerFacts>
  /** Files of warnings and errors, newest first. */
  logFiles(): Promise<ListedLogFile[]>
  store(): Promise<StoreFacts>
  legalPages(locale: string): Promise<EditablePage[]>
  /** In a language, else the installation's. 404 for an unknown page or language. */
  legalPage(slug: string, locale: string | undefined): Promise<{ page: EditablePage; nodes: TextNode[] }>
  languages(): Promise<Language[]>
  stringQuery(search: Search): StringQuery
  /** 404 for a language that is not offered. */
  strings(locale: string, query: StringQuery): Promise<LanguageStrings>
  reportQuery(search: Search): ReportQuery
  reports(query: ReportQuery): Promise<ReportPage>
  auditQuery(search: Search): AuditQuery
  audit(query: AuditQuery): Promise<AuditPage>
}

export type AdminBilling = Billing['administration']
