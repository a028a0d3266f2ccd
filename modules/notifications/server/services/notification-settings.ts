import type { Db, Sql } from '../../../platform/index.ts'
import {
  type CategorySetting,
  type NotificationCategory,
  type NotificationChannel,
  notificationCategories,
} from '../../contract.ts'
import type { NotificationsTables } from '../entities/notification.entity.ts'

const defaultChannel: NotificationChannel = 'app'

/** How users are notified of each category. */
export class NotificationSettings {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  async channel(userId: string, category: NotificationCategory, sql: Sql = this.db): Promise<NotificationChannel> {
    const [row] = await sql.query<{ channel: NotificationChannel }>(
      'select channel from notification_settings where user_id = $1 and category = $2',
      [userId, category],
      'notifications-channel',
    )
    return row?.channel ?? defaultChannel
  }

  /** Every category with its channel. */
  async list(userId: string): Promise<CategorySetting[]> {
    const rows = await this.db
      .builder<NotificationsTables>()
      .selectFrom('notification_settings')
      .select(['category', 'channel'])
      .where('user_id', '=', userId)
      .execute()
    const chosen = new Map(rows.map(({ category, channel }) => [category, channel]))
    return notificationCategories.map((category) => ({ category, channel: chosen.get(category) ?? defaultChannel }))
  }

  async set(userId: string, { category, channel }: CategorySetting): Promise<void> {
    await this.db
      .builder<NotificationsTables>()
      .insertInto('notification_settings')
      .values({ user_id: userId, category, channel })
      .onConflict((conflict) => conflict.columns(['user_id', 'category']).doUpdateSet({ channel }))
      .execute()
  }
}
