import type { Platform } from '../../../platform/index.ts'
import { type ExportedLists, type PagedQuery, queryPages, type Users } from '../../../users/index.ts'
import { type NotificationRow, notificationColumns, presentNotification } from '../notification.resource.ts'

const notifications: PagedQuery = {
  columns: notificationColumns.join(', '),
  from: 'notifications where user_id = $1',
  key: { created_at: 'timestamptz', id: 'uuid' },
}
const channels: PagedQuery = {
  columns: 'category, channel',
  from: 'notification_settings where user_id = $1',
  key: { category: 'text' },
}

type ExportPlatform = Pick<Platform, 'db' | 'i18n' | 'settings'>

async function* inOwnLanguage(
  { db, i18n, settings }: ExportPlatform,
  accounts: Pick<Users['accounts'], 'byId'>,
  userId: string,
) {
  const account = await accounts.byId(userId)
  const locale = i18n.localeOf(account?.locale, await settings.get('language'))
  const t = i18n.translator(locale)
  const reader = { locale, timezone: account?.timezone ?? null }
  for await (const row of queryPages<NotificationRow>(db, notifications, userId)) {
    const { category, title, description, created_at, read_at } = presentNotification(row, t, reader).attributes
    yield { category, title, description, created_at, read_at }
  }
}

/** All notifications of an account in its language, and its choice for each category, for its export. */
export const exportNotificationsSection = (
  platform: ExportPlatform,
  accounts: Pick<Users['accounts'], 'byId'>,
  userId: string,
): ExportedLists => ({
  notifications: inOwnLanguage(platform, accounts, userId),
  settings: queryPages(platform.db, channels, userId),
})
