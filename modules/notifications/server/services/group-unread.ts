import type { CommittingTransaction, Platform } from '../../../platform/index.ts'
import { type NotificationCategory, notificationsChanged } from '../../contract.ts'
import type { NotificationOfMany } from './notifications.ts'

/** Events about one thing that are still unread share a notification, with their `count` among the values of its texts. */
export interface Grouping {
  /** The value of the texts that identifies the thing. */
  by: string
  /** Template from the second event on. */
  template: string
}

/** Deletes the unread notifications about the same thing. Resolves with the number of events that they stand for, by user. */
const takeUnread = async (
  tx: CommittingTransaction,
  category: NotificationCategory,
  userIds: readonly string[],
  [key, value]: readonly [string, string],
): Promise<Map<string, number>> => {
  const taken = await tx.query<{ user_id: string; count: number }>(
    `with taken as (
       delete from notifications where user_id = any($1::uuid[]) and read_at is null and category = $2
         and params->>$3::text = $4 returning user_id, coalesce((params->>'count')::int, 1) as count
     ) select user_id, sum(count)::int as count from taken group by user_id`,
    [userIds, category, key, value],
    'notifications-take-unread',
  )
  return new Map(taken.map(({ user_id, count }) => [user_id, count]))
}

/** Splits a notification by how many events it now stands for, and removes the earlier ones that it replaces. */
export const groupUnread = async (
  realtime: Platform['realtime'],
  { grouping, ...content }: NotificationOfMany & { grouping: Grouping },
  tx: CommittingTransaction,
): Promise<NotificationOfMany[]> => {
  const { userIds, category, params = {} } = content
  const earlier = await takeUnread(tx, category, userIds, [grouping.by, String(params[grouping.by])])
  const replaced = [...earlier.keys()]
  if (replaced.length > 0)
    tx.afterCommit(() => realtime.publishToAll(replaced, { event: notificationsChanged, ids: {} }))
  return Array.from(
    Map.groupBy(userIds, (userId) => earlier.get(userId) ?? 0),
    ([count, ids]): NotificationOfMany =>
      count === 0
        ? { ...content, userIds: ids }
        : { ...content, userIds: ids, template: grouping.template, params: { ...params, count: count + 1 } },
  )
}
