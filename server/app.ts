import { createAdmin } from '../modules/admin/index.ts'
import { billingEntities, createBilling } from '../modules/billing/index.ts'
import { createInstaller } from '../modules/installer/index.ts'
import { createNotifications, notificationEntities } from '../modules/notifications/index.ts'
import { type Config, createHttp, createPlatform } from '../modules/platform/index.ts'
import { createSharing, sharingEntities } from '../modules/sharing/index.ts'
import { createSite, siteEntities } from '../modules/site/index.ts'
import { createStorage, presentItem, recordUsage, storageEntities, usedBytes } from '../modules/storage/index.ts'
import { createTeams, teamEntities } from '../modules/teams/index.ts'
import { createUsers, userEntities } from '../modules/users/index.ts'
import { encryptedData } from './encrypted-data.ts'
import { registerHealth } from './health.ts'
import { registerApiReference } from './openapi/reference.ts'
import { appearanceOf } from './page-context.ts'
import { productVersion } from './product-version.ts'
import { settingDefinitions } from './settings.ts'

interface BuildOptions {
  /** False: the API alone. */
  pages?: boolean
  /** Restarts the server after the present response; runs `prepare` after the server has stopped. */
  restart?(prepare?: () => Promise<void>): void
}

/** Wires the whole app, from top to bottom: platform, modules from the lowest up, then the pages. */
export const buildApp = async (config: Config, databaseUrl: string, { pages = true, restart }: BuildOptions = {}) => {
  const platform = await createPlatform({
    config,
    databaseUrl,
    entities: [
      ...userEntities,
      ...siteEntities,
      ...storageEntities,
      ...notificationEntities,
      ...sharingEntities,
      ...teamEntities,
      ...billingEntities,
    ],
    settings: settingDefinitions,
  })
  const app = await createHttp(platform)
  // prom-client is loaded, and requests are measured, only with `METRICS_PORT`.
  const metrics =
    config.metricsPort === null
      ? null
      : (await import('./metrics/metrics.ts')).createMetrics(app, platform, () => storage.api)
  let metricsPort: number | null = null
  const health = registerHealth(app, platform)

  const users = createUsers(platform)
  users.routes(app)
  const installation = createInstaller(platform, users, { encryptedData, restart: () => restart?.() })
  installation.routes(app)
  const site = createSite(platform, {
    appearanceOf,
    saveAppearance: users.profile.setAppearance.bind(users.profile),
    adminEmails: () => users.directory.adminEmails(),
    canSignUp: () => users.pages.canSignUp(),
    visitorChecks: users.botChecks,
    planOffers: (locale) => billing.offers(locale),
    billingConfig: () => billing.publicConfig(),
  })
  site.routes(app)
  const billing = createBilling(platform, {
    users,
    usedBytes: (userId) => usedBytes(platform.db, userId),
    usage: { storage: recordUsage, people: (sql, userIds) => teams.countPeople(sql, userIds) },
    teamEmails: (userId) => teams.contactEmails(userId),
  })
  billing.routes(app)
  const storage = createStorage(platform, {
    entitlements: billing.entitlements,
    findUsers: (query) => users.directory.find(query),
    unbilledTrafficFrom: billing.unbilledTrafficFrom,
  })
  storage.routes(app)
  users.beforeDeletion((userId) => teams.dissolveAll(userId))
  users.beforeDeletion(storage.purgeAccount)
  users.describeDeletion(storage.keptAfterDeletion)
  users.provideExportedItems(storage.exportItems)
  users.provideExport('storage', storage.exportSection)
  users.provideExport('billing', billing.exportSection)
  const sharing = createSharing(platform, { users, storage: storage.api, entitlements: billing.entitlements })
  sharing.routes(app)
  const teams = createTeams(platform, {
    users,
    storage: storage.api,
    entitlements: billing.entitlements,
    watchers: storage.watchers,
  })
  teams.routes(app)
  users.provideSection('favourites', async ({ id }) =>
    (await storage.api.favorites.list(id)).map((row) => ({ data: presentItem(row) })),
  )

  const notifications = createNotifications(platform, users, {
    invitationsTo: teams.invitationsTo,
    openInvitations: teams.openInvitations,
    requestsTo: sharing.requestsTo,
    requestPaths: sharing.requestPaths,
    commentPaths: storage.commentPaths,
  })
  notifications.routes(app)

  const admin = createAdmin(platform, {
    db: platform.db,
    users,
    billing,
    storage,
    sharing,
    teams,
    site,
    notifications,
    version: productVersion,
    restart: (prepare) => restart?.(prepare),
  })
  admin.routes(app)
  const reference = registerApiReference(app, platform)
  users.provideExport('sharing', sharing.exportSection)
  users.provideExport('teams', teams.exportSection)
  users.provideExport('notifications', notifications.exportSection)
  storage.provideImport('sharing', sharing.importSection)
  storage.provideImport('teams', teams.importSection)
  storage.provideImport('notifications', ({ scope, rows }) =>
    notifications.importSettings(scope.ownerId, rows('settings')),
  )

  // API tests run without pages, so that they need no build and do not load Vike.
  if (pages) {
    const { registerPages } = await import('./ssr.ts')
    await registerPages(
      app,
      platform,
      {
        users: users.pages,
        site: site.pages,
        storage: storage.pages,
        ...sharing.pages,
        teams: teams.pages,
        installer: installation.pages,
        admin: admin.pages,
        billing: billing.pages,
        notifications: notifications.pages,
        apiReference: reference,
      },
      {
        standingOf: (userId, usage) => billing.entitlements.standingOf(userId, usage),
        usageCostOf: billing.usageCostOf,
        hasFixedSubscriptions: billing.administration.hasFixedSubscriptions,
      },
      sharing.authorizePage,
    )
  }
  return {
    app,
    platform,
    users,
    site: site.api,
    billing,
    storage,
    notifications,
    sharing,
    teams,
    installer: installation.installer,
    /** Where `/metrics` is served, after `start`; null without `METRICS_PORT`. */
    metricsPort: () => metricsPort,
    setupToken: () => installation.wizard.token(),
    admin,
    /** Starts jobs and listeners, which need the migrated schema. `runsJobs` false: another process runs them. */
    async start({ runsJobs = true } = {}) {
      await platform.languages.refresh()
      if (runsJobs) platform.jobs.start()
      await platform.realtime.start()
      await storage.start({ runsJobs })
      teams.start()
      metricsPort = (await metrics?.listen()) ?? null
    },
    /** Accepts no new work, lets running requests finish for `drainTimeoutMs`, then closes everything. */
    async close(drainTimeoutMs = 5_000) {
      health.drain()
      platform.beginStop()
      const closed = app.close()
      const timer = setTimeout(() => {
        platform.log.warn({ drainTimeoutMs }, 'connections are cut: their requests did not finish in time')
        app.server.closeAllConnections()
      }, drainTimeoutMs)
      await closed
      clearTimeout(timer)
      await metrics?.close()
      await storage.stop()
      await sharing.stop()
      await teams.stop()
      await users.settled()
      await platform.events.settled()
      users.stop()
      site.stop()
      await platform.close()
    },
  }
}

export type Coffer = Awaited<ReturnType<typeof buildApp>>
