import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import { createAdminPages } from './create-admin-pages.ts'
import type { AdminDeps } from './deps.ts'
import { auditRoutes } from './routes/audit.routes.ts'
import { dashboardRoutes } from './routes/dashboard.routes.ts'
import { languagesRoutes } from './routes/languages.routes.ts'
import { adminPagesRoutes } from './routes/pages.routes.ts'
import { reportsRoutes } from './routes/reports.routes.ts'
import { serverRoutes } from './routes/server.routes.ts'
import { settingsRoutes } from './routes/settings.routes.ts'
import { usersRoutes } from './routes/users.routes.ts'
import { AdminLanguages } from './services/admin-languages.ts'
import { AdminSettings } from './services/admin-settings.ts'
import { AuditList } from './services/audit-list.ts'
import { AuditedDownloads } from './services/audited-downloads.ts'
import { backupPage } from './services/backup-page.ts'
import { Dashboard } from './services/dashboard.ts'
import { FailedJobs } from './services/failed-jobs.ts'
import { Health } from './services/health/health.ts'
import { HealthAlerts } from './services/health/health-alerts.ts'
import { LegalPageEditor } from './services/legal-page-editor.ts'
import { MailServer } from './services/mail-server.ts'
import { OtherAccounts } from './services/other-accounts.ts'
import { Reports } from './services/reports.ts'
import { StoreSettings } from './services/store-settings.ts'
import { UserDetails } from './services/user-details.ts'
import { UserList } from './services/user-list.ts'

/** The administrators' area over the services of all modules. */
export const createAdmin = (platform: Platform, deps: AdminDeps) => {
  const { users, billing, storage, version } = deps
  const userList = new UserList(platform.db, billing)
  const settings = new AdminSettings(platform, { branding: deps.site.api.branding, billing })
  const otherAccounts = new OtherAccounts(deps, userList)
  const reports = new Reports(deps, otherAccounts)
  const legalPages = new LegalPageEditor(deps.site.api.pages, platform.audit)
  const languages = new AdminLanguages(platform)
  const health = new Health({
    platform,
    maintenance: storage.api.maintenance,
    billing: billing.administration,
    version,
  })
  const alerts = new HealthAlerts(platform, health, deps.notifications)
  platform.jobs.define('alert-of-health', () => alerts.run(), { cron: '52 * * * *' })
  const auditList = new AuditList(platform.db)
  const store = new StoreSettings(platform, deps.restart)
  const failedJobs = new FailedJobs(platform)
  const downloads = new AuditedDownloads(platform, { users: userList, audit: auditList })
  const pages = createAdminPages({
    platform,
    settings,
    store,
    paymentServices: () => billing.payments.setups.list(),
    auditList,
    reports,
    legalPages,
    languages,
    dashboard: new Dashboard(platform, { version, billing: billing.administration }),
    billing: billing.administration,
    health,
    backups: () => backupPage(storage.api.maintenance),
    userList,
    userDetails: new UserDetails(deps, userList),
    storageOf: storage.usageOf,
  })
  return {
    pages,
    health,
    failedJobs,
    routes(app: FastifyInstance): void {
      dashboardRoutes(app, platform, { pages, failedJobs })
      adminPagesRoutes(app, legalPages)
      languagesRoutes(app, platform, languages)
      reportsRoutes(app, platform, reports)
      auditRoutes(app, auditList, downloads)
      serverRoutes(app, platform, { downloads, maintenance: storage.api.maintenance })
      settingsRoutes(app, platform, { users, settings, store, mailServer: new MailServer(platform) })
      usersRoutes(app, platform, { users, downloads, otherAccounts, pages })
    },
  }
}
