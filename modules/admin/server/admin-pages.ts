import type { PaymentService } from '../../billing/contract.ts'
import type { Billing } from '../../billing/index.ts'
import { compileCheck, type Platform } from '../../platform/index.ts'
import type { TSchema } from '../../shared/contract.ts'
import type { StorageUsage } from '../../storage/contract.ts'
import { providerCallbackPath, signInProviders } from '../../users/contract.ts'
import type { TextNode } from '../../web/contract.ts'
import {
  type AdminUserDetails,
  type AuditPage,
  AuditQuery,
  type BackupPage,
  type Dashboard,
  type EditablePage,
  type Health,
  type JobsOverview,
  type Language,
  type LanguageStrings,
  type NewestUsers,
  type Overview,
  type ReportPage,
  ReportQuery,
  type ServerFacts,
  type SettingGroups,
  type SettingPage,
  type StoreFacts,
  StringQuery,
  type UserHoldings,
  type UserPage,
  UserQuery,
} from '../contract.ts'
import type { AdminLanguages } from './services/admin-languages.ts'
import type { AdminSettings } from './services/admin-settings.ts'
import type { AuditList } from './services/audit-list.ts'
import type { Dashboard as DashboardService } from './services/dashboard.ts'
import type { Health as HealthService } from './services/health/health.ts'
import { readOverview } from './services/overview.ts'
import type { Pages } from './services/pages.ts'
import type { Reports } from './services/reports.ts'
import { serverFacts } from './services/server-facts.ts'
import type { StoreSettings } from './services/store-settings.ts'
import type { UserDetails } from './services/user-details.ts'
import type { UserList } from './services/user-list.ts'
import { isCursor } from './services/user-order.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    admin: AdminPages
  }
}

/** What routes and server-rendered pages of administrators show, in the shapes of the API. Callers check the role. */
export interface AdminPages {
  /** The first page; `engine`: how accounts are billed. */
  overview(engine: 'none' | 'fixed' | 'metered' | null, locale: string): Promise<Overview>
  dashboard(locale: string): Promise<Dashboard>
  newestUsers(): Promise<NewestUsers>
  health(): Promise<Health>
  startMaintenance: HealthService['start']
  backups(): Promise<BackupPage>
  jobs(): Promise<JobsOverview>
  /** Whether an address holds a query that `users` accepts. */
  isUserQuery(query: object): boolean
  /** 422 `invalid-cursor`. */
  users(query: UserQuery): Promise<UserPage>
  /** 404, as the following ones. */
  user(id: string): Promise<AdminUserDetails>
  userStorage(id: string): Promise<StorageUsage>
  userHoldings(id: string, locale: string): Promise<UserHoldings>
  settings(page: SettingPage): Promise<SettingGroups>
  /** With the URLs that identity providers send people back to, by group. */
  signInSettings(): Promise<SettingGroups & { callbacks: Record<string, string> }>
  payments(): Promise<SettingGroups & { services: PaymentService[]; metered: { id: string; name: string } | null }>
  /** 404 for an unknown account or plan. */
  billing: AdminBilling
  server(): Promise<ServerFacts>
  store(): Promise<StoreFacts>
  legalPages(locale: string): Promise<EditablePage[]>
  /** 404 for an unknown one. */
  legalPage(slug: string, locale: string): Promise<{ page: EditablePage; nodes: TextNode[] }>
  languages(): Promise<Language[]>
  isStringQuery(query: object): boolean
  /** 404 for a language that is not offered. */
  strings(locale: string, query: StringQuery): Promise<LanguageStrings>
  isReportQuery(query: object): boolean
  reports(query: ReportQuery): Promise<ReportPage>
  isAuditQuery(query: object): boolean
  audit(query: AuditQuery): Promise<AuditPage>
}

type AdminBilling = Billing['administration']

export interface AdminPagesDeps {
  billing: AdminBilling
  platform: Pick<Platform, 'jobs' | 'config' | 'settings' | 'log'>
  dashboard: DashboardService
  health: HealthService
  backups: () => Promise<BackupPage>
  settings: AdminSettings
  store: StoreSettings
  auditList: AuditList
  reports: Reports
  legalPages: Pages
  languages: AdminLanguages
  userList: UserList
  userDetails: UserDetails
  storageOf: (userId: string) => Promise<StorageUsage>
  paymentServices: () => Promise<PaymentService[]>
}

const newestCount = 5
/** After hours without a mail server there may be a hundred thousand failed jobs. */
const shownFailures = 100

/** Whether an object fits the schema of a query. */
const accepts = (schema: TSchema) => {
  const check = compileCheck(schema, 'query')
  return (query: object): boolean => {
    try {
      check(query)
      return true
    } catch {
      return false
    }
  }
}
const fitsUserQuery = accepts(UserQuery)
const isUserQuery = (query: object): boolean => {
  const { cursor } = query as UserQuery
  return fitsUserQuery(query) && (cursor === undefined || isCursor(cursor))
}

export const createAdminPages = ({
  platform,
  settings,
  store,
  auditList,
  reports,
  legalPages,
  languages,
  dashboard,
  health,
  backups,
  userList,
  userDetails,
  storageOf,
  paymentServices,
  billing,
}: AdminPagesDeps): AdminPages => {
  const newestUsers = async () => ({ data: (await userList.newest(newestCount)).map((data) => ({ data })) })
  return {
    billing,
    isUserQuery,
    users: (query) => userList.page(query),
    user: (id) => userDetails.read(id),
    async userStorage(id) {
      await userList.find(id)
      return storageOf(id)
    },
    userHoldings: (id, locale) => userDetails.holdings(id, locale),
    settings: (page) => settings.page(page),
    signInSettings: async () => ({
      ...(await settings.page('sign-in')),
      callbacks: Object.fromEntries(
        signInProviders.map((provider) => [provider, `${platform.config.appUrl}${providerCallbackPath(provider)}`]),
      ),
    }),
    payments: async () => ({
      ...(await settings.page('payments')),
      services: await paymentServices(),
      metered: await billing.meteredPlan(),
    }),
    server: async () => serverFacts(platform.config, await platform.settings.get('mail_url')),
    store: () => store.facts(),
    legalPages: (locale) => legalPages.list(locale),
    legalPage: (slug, locale) => legalPages.read(slug, locale),
    languages: async () => (await languages.list()).data,
    isStringQuery: accepts(StringQuery),
    strings: (locale, query) => languages.strings(locale, query),
    isReportQuery: accepts(ReportQuery),
    reports: (query) => reports.page(query),
    isAuditQuery: accepts(AuditQuery),
    audit: (query) => auditList.page(query),
    dashboard: (locale) => dashboard.read(locale),
    newestUsers,
    overview: (engine, locale) =>
      readOverview(
        platform,
        {
          dashboard: (of) => dashboard.read(of),
          newestUsers,
          health: () => health.read(),
          openReports: () => reports.openCount(),
          billing,
        },
        engine,
        locale,
      ),
    health: () => health.read(),
    startMaintenance: (job, actor) => health.start(job, actor),
    backups,
    async jobs() {
      const { queue } = platform.jobs
      const [summary, failed] = await Promise.all([queue.summary(), queue.deadLetters(shownFailures)])
      return {
        data: {
          queue: summary.map((job) => ({ ...job, oldest_at: job.oldest_at?.toISOString() ?? null })),
          failed: failed.map((job) => ({ ...job, failed_at: job.failed_at.toISOString() })),
        },
      }
    },
  }
}
