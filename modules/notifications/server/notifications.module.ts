import type { FastifyInstance } from 'fastify'
import type { Platform, Tx } from '../../platform/index.ts'
import type { Account, Users } from '../../users/index.ts'
import { notificationEvent, notificationsChanged } from '../contract.ts'
import { createFromEvents } from './create-from-events.ts'
import type { ActionSources, InvitationSources } from './invitations.ts'
import type { NotificationRow } from './notification.resource.ts'
import type { NotificationPages } from './notification-pages.ts'
import { createNotificationPresenter } from './notification-presenter.ts'
import { notificationRoutes } from './routes/notifications.routes.ts'
import { unsubscribeRoutes } from './routes/unsubscribe.routes.ts'
import { deleteNotifications } from './services/clear-notifications.ts'
import { Digests } from './services/digests.ts'
import { exportNotificationsSection } from './services/export-section.ts'
import { importNotificationSettings } from './services/import-section.ts'
import { NotificationSettings } from './services/notification-settings.ts'
import { type NewNotification, Notifications } from './services/notifications.ts'
import { defineMailJob } from './services/prompt-mails.ts'
import { purgeNotifications } from './services/purge-notifications.ts'
import { Unsubscribing } from './services/unsubscribe.ts'

/** Newest read and unread notifications within `GET /api/user`; the complete list is paginated. */
const maxInUser = 20

/** Notifications of all users over one platform. `routes` registers the endpoints. */
export const createNotifications = (
  platform: Platform,
  users: Pick<Users, 'provideSection' | 'accounts'>,
  sources: InvitationSources & ActionSources,
) => {
  const { db, realtime, i18n, jobs } = platform
  const settings = new NotificationSettings(db)
  const notifications = new Notifications(db, realtime)
  const unsubscribing = new Unsubscribing(platform.config, settings, users.accounts)
  const digests = new Digests({ platform, limiter: platform.limiter, accounts: users.accounts })
  const present = createNotificationPresenter(i18n, sources)
  const presentTo = (
    { id, locale, timezone }: Pick<Account, 'id' | 'locale' | 'timezone'>,
    rows: readonly NotificationRow[],
  ) => present(rows, { userId: id, locale: i18n.localeOf(locale, i18n.standard), timezone })
  realtime.describe(notificationEvent, async (userId, { batch }) => {
    const [row, account] = await Promise.all([
      notifications.findAnnounced(userId, String(batch)),
      users.accounts.byId(userId),
    ])
    return row && account ? (await presentTo(account, [row]))[0]?.data : null
  })
  realtime.describe(notificationsChanged, async (userId) => ({ unread: await notifications.unread(userId) }))
  users.provideSection('readNotifications', async (account) =>
    presentTo(account, await notifications.newest(account.id, 'read', maxInUser)),
  )
  users.provideSection('unreadNotifications', async (account) =>
    presentTo(account, await notifications.newest(account.id, 'unread', maxInUser)),
  )
  const pages: NotificationPages = { unsubscribing: (token) => unsubscribing.find(token) }
  createFromEvents(platform, { notifications, accounts: users.accounts, sources })
  jobs.define('purge-notifications', () => purgeNotifications(platform), { cron: '41 3 * * *' })
  defineMailJob(jobs, digests)
  jobs.define('send-daily-digests', () => digests.send(), { cron: '0 7 * * *' })
  return {
    /** For `admin`; other modules emit an event that `event-mappings.ts` knows. */
    create: (notification: NewNotification, tx?: Tx) =>
      tx ? notifications.create(notification, tx) : db.transaction((own) => notifications.create(notification, own)),
    pages,
    exportSection: (userId: string) => exportNotificationsSection(platform, users.accounts, userId),
    /** Imports the settings of an export: those that the account has not chosen itself. */
    importSettings: (userId: string, rows: AsyncIterable<unknown>) =>
      importNotificationSettings(settings, userId, rows),
    routes(app: FastifyInstance): void {
      const clear = (userId: string, socketId: string | null) =>
        deleteNotifications({ platform, sources }, userId, socketId)
      const isProven = async (userId: string) => Boolean((await users.accounts.byId(userId))?.email_proven_at)
      notificationRoutes(app, platform, { notifications, settings, present, isProven, clear })
      unsubscribeRoutes(app, unsubscribing)
    },
  }
}
