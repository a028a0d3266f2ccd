import type { GatewaySetup } from '../../billing/contract.ts'
import { type Platform, queryFields } from '../../platform/index.ts'
import { toIso } from '../../shared/contract.ts'
import type { StorageUsage } from '../../storage/contract.ts'
import { providerCallbackPath, signInProviders } from '../../users/contract.ts'
import { AuditQuery, type BackupPage, ReportQuery, StringQuery, UserQuery } from '../contract.ts'
import type { AdminBilling, AdminPages } from './admin-pages.ts'
import type { AdminLanguages } from './services/admin-languages.ts'
import type { AdminSettings } from './services/admin-settings.ts'
import type { AuditList } from './services/audit-list.ts'
import type { Dashboard as DashboardService } from './services/dashboard.ts'
import type { Health as HealthService } from './services/health/health.ts'
import type { LegalPageEditor } from './services/legal-page-editor.ts'
import { readOverview } from './services/overview.ts'
import type { Reports } from './services/reports.ts'
import { serverConfig } from './services/server-config.ts'
import type { StoreSettings } from './services/store-settings.ts'
import type { UserDetails } from './services/user-details.ts'
import type { UserList } from './services/user-list.ts'
import { isUserCursor } from './services/user-order.ts'

interface AdminPagesDeps {
  billing: AdminBilling
  platform: Pick<Platform, 'jobs' | 'config' | 'settings' | 'log' | 'logFiles'>
  dashboard: DashboardService
  health: HealthService
  backups: () => Promise<BackupPage>
  settings: AdminSettings
  store: StoreSettings
  auditList: AuditList
  reports: Reports
  legalPages: LegalPageEditor
  languages: AdminLanguages
  userList: UserList
  userDetails: UserDetails
  storageOf: (userId: string) => Promise<StorageUsage>
  paymentServices: () => Promise<GatewaySetup[]>
}

const newestCount = 5
/** Failed jobs on the page: after hours without a mail server there may be a hundred thousand. */
const shownFailures = 100

const userQueryFields = queryFields(UserQuery)
const userQuery: AdminPages['userQuery'] = (search) => {
  const { cursor, ...query } = userQueryFields(search)
  return cursor !== undefined && isUserCursor(cursor) ? { ...query, cursor } : query
}

/** Implements the pages of administrators with the services. */
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
  const newestUsers = async (locale: string) => ({
    data: (await userList.newest(newestCount, locale)).map((data) => ({ data })),
  })
  return {
    billing,
    userQuery,
    users: (query, locale) => userList.page(query, locale),
    user: (id, locale) => userDetails.read(id, locale),
    async userStorage(id) {
      await userDetails.require(id)
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
      metered: await billing.meteredPlans(),
    }),
    server: async () => serverConfig(platform.config, await platform.settings.get('mail_url')),
    logFiles: async () => (await platform.logFiles.list()).map((file) => ({ ...file, at: file.at.toISOString() })),
    store: () => store.details(),
    legalPages: (locale) => legalPages.list(locale),
    legalPage: (slug, locale) => legalPages.read(slug, locale),
    languages: () => languages.list(),
    stringQuery: queryFields(StringQuery),
    strings: (locale, query) => languages.strings(locale, query),
    reportQuery: queryFields(ReportQuery),
    reports: (query) => reports.page(query),
    auditQuery: queryFields(AuditQuery),
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
          queue: summary.map((job) => ({ ...job, oldest_at: toIso(job.oldest_at) })),
          failed: failed.map((job) => ({ ...job, failed_at: job.failed_at.toISOString() })),
        },
      }
    },
  }
}
