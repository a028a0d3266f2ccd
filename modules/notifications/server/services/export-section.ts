import type { Platform } from '../../../platform/index.ts'
import type { Users } from '../../../users/index.ts'
import { type NotificationRow, notificationColumns, presentNotification } from '../notification.resource.ts'

/** All notifications of an account in its language, and its choice for each category, for its export. */
export const exportSection = async (
  { db, i18n, settings }: Pick<Platform, 'db' | 'i18n' | 'settings'>,
  accounts: Pick<Users['accounts'], 'byId'>,
  userId: string,
) => {
  const [account, rows, channels] = await Promise.all([
    accounts.byId(userId),
    db.query<NotificationRow>(
      `select ${notificationColumns.join(', ')} from notifications where user_id = $1 order by created_at, id`,
      [userId],
    ),
    db.query('select category, channel from notification_settings where user_id = $1 order by category', [userId]),
  ])
  const locale = i18n.localeOf(account?.locale, await settings.get('language'))
  const t = i18n.translator(locale)
  const reader = { locale, timezone: account?.timezone ?? null }
  const notifications = rows.map((row) => {
    const { category, title, description, created_at, read_at } = presentNotification(row, t, reader).attributes
    return { category, title, description, created_at, read_at }
  })
  return { notifications, settings: channels }
}
