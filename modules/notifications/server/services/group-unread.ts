import type { Sql } from '../../../platform/index.ts'
import type { NotificationOfMany } from './notifications.ts'

/** Events about one thing that are still unread share a notification, with their `count` among the values of its texts. */
export interface NotificationGrouping {
  /** The value of the texts that identifies the thing. */
  by: string
  /** Template from the second event on. */
  template: string
}

/** Users who have turned the category off get no further notification, so that they keep the earlier one. */
const takeUnreadSql = `with taken as (
    delete from notifications n where user_id = any($1::uuid[]) and read_at is null and category = $2 and params->>$3::text = $4
      and not exists (select 1 from notification_settings s
        where s.user_id = n.user_id and s.category = n.category and s.channel = 'off')
      returning user_id, coalesce((params->>'count')::int, 1) as count
  ) select user_id, sum(count)::int as count from taken group by user_id`

/**
 * Deletes the unread notifications about the same thing, and splits the new one by how many events it then stands for. Create
 * them at once: what announces them makes open tabs read the whole list.
 */
export const groupUnread = async (
  sql: Sql,
  { grouping, ...content }: NotificationOfMany & { grouping: NotificationGrouping },
): Promise<NotificationOfMany[]> => {
  const { userIds, category, params = {} } = content
  const taken = await sql.query<{ user_id: string; count: number }>(
    takeUnreadSql,
    [userIds, category, grouping.by, String(params[grouping.by])],
    'notifications-take-unread',
  )
  const earlier = new Map(taken.map(({ user_id, count }) => [user_id, count]))
  return Array.from(
    Map.groupBy(userIds, (userId) => earlier.get(userId) ?? 0),
    ([count, ids]): NotificationOfMany =>
      count === 0
        ? { ...content, userIds: ids }
        : { ...content, userIds: ids, template: grouping.template, params: { ...params, count: count + 1 } },
  )
}
