import { sql } from 'kysely'
import type { Db } from '../../../platform/index.ts'
import {
  type CategorySetting,
  type NotificationCategory,
  type NotificationChannel,
  notificationCategories,
} from '../../contract.ts'
import type { NotificationsTables } from '../entities/notification.entity.ts'

/** Channel of users who have not chosen one: people who asked for files learn by email that these have come. */
export const defaultChannel = (category: NotificationCategory): NotificationChannel =>
  category === 'file-request' ? 'mail' : 'app'

/** How users are notified of each category. */
export class NotificationSettings {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
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
    return notificationCategories.map((category) => ({
      category,
      channel: chosen.get(category) ?? defaultChannel(category),
    }))
  }

  /** Sets the channel where the user has not chosen one. */
  async setUnchosen(userId: string, { category, channel }: CategorySetting): Promise<void> {
    await this.db
      .builder<NotificationsTables>()
      .insertInto('notification_settings')
      .values({ user_id: userId, category, channel })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Sets the channel. Waiting notifications leave the daily digest when the user wants no more mail of their category. */
  async set(userId: string, { category, channel }: CategorySetting): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx
        .builder<NotificationsTables>()
        .insertInto('notification_settings')
        .values({ user_id: userId, category, channel })
        .onConflict((conflict) => conflict.columns(['user_id', 'category']).doUpdateSet({ channel }))
        .execute()
      if (channel === 'mail') return
      await tx
        .builder<NotificationsTables>()
        .updateTable('notifications')
        .set({ by_mail: false })
        .where('user_id', '=', userId)
        .where(sql<boolean>`by_mail`)
        .where('category', '=', category)
        .execute()
    })
  }
}
