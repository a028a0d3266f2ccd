import type { Sql } from '../../../platform/index.ts'
import type { ActivityAction } from '../contract.ts'

/** Actions of one kind in one folder. */
export interface ActivityEntry {
  ownerId: string
  /** Null: the owner's root. */
  folderId: string | null
  /** Null: a visitor. */
  actorId: string | null
  action: ActivityAction
  count: number
  /** Some of the items; up to three are stored. */
  itemIds: readonly string[]
  /** The folder that they were moved to; the owner's id: the root. */
  targetId?: string
}

/** Items whose names an entry can show. */
const maxNamedItems = 3

/** Time within which further actions of the same actor and kind are counted in the newest row of the folder. */
const countingTime = '1 hour'

/** Actions that count items, however often each was acted on. */
const countsItems = `action in ('renamed', 'replaced')`

/**
 * CTEs that record the rows of `source` (owner_id, folder_id, actor_id, action, count, item_ids, target_id), one for each
 * folder. They add to the count of a folder's newest row, so that an upload of 10,000 files has one row an hour. Concurrent
 * statements may add a row each, which readers aggregate.
 */
export const activityCtes = (source: string): string => `activity_newest as (
    select s.*, a.id as row_id from ${source} s left join lateral (
      select id, actor_id, by_visitor, action, target_id, created_at from folder_activity
      where coalesce(folder_id, owner_id) = coalesce(s.folder_id, s.owner_id) order by created_at desc, id desc limit 1
    ) a on a.action = s.action and a.actor_id is not distinct from s.actor_id and a.by_visitor = (s.actor_id is null)
      and a.target_id is not distinct from s.target_id
      and a.created_at > now() - interval '${countingTime}'
  ), activity_counted as (
    update folder_activity a set last_at = now(),
      count = a.count + n.count - case when n.${countsItems} then
        (select count(*)::int from unnest(n.item_ids) item where item = any(a.item_ids)) else 0 end,
      item_ids = (a.item_ids || array(select item from unnest(n.item_ids[1:${maxNamedItems}]) item
        where item <> all(a.item_ids)))[1:${maxNamedItems}]
    from activity_newest n where a.id = n.row_id
  ), activity_added as (
    insert into folder_activity (owner_id, folder_id, actor_id, by_visitor, action, count, item_ids, target_id)
    select owner_id, folder_id, actor_id, actor_id is null, action, count, item_ids[1:${maxNamedItems}], target_id
    from activity_newest where row_id is null
  )`

const recordSql = `with entry as (
    select owner_id, folder_id, actor_id, action, count, item_ids::uuid[] as item_ids, target_id
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[], $7::uuid[])
      as e (owner_id, folder_id, actor_id, action, count, item_ids, target_id)
  ), ${activityCtes('entry')} select`

const keyOf = ({ folderId, ownerId, actorId, action, targetId }: ActivityEntry) =>
  `${folderId ?? ownerId}/${actorId}/${action}/${targetId}`

/** Sums up entries of the same folder, actor and action; sorted, so that concurrent statements lock rows in one order. */
const aggregate = (entries: readonly ActivityEntry[]): ActivityEntry[] =>
  [...Map.groupBy(entries, keyOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => ({
      ...(group[0] as ActivityEntry),
      count: group.reduce((sum, { count }) => sum + count, 0),
      itemIds: group.flatMap(({ itemIds }) => itemIds).slice(0, maxNamedItems),
    }))

/** Records entries in one statement. */
export const insertActivity = async (sql: Sql, entries: readonly ActivityEntry[]): Promise<void> => {
  if (entries.length === 0) return
  const rows = aggregate(entries)
  await sql.query(
    recordSql,
    [
      rows.map(({ ownerId }) => ownerId),
      rows.map(({ folderId }) => folderId),
      rows.map(({ actorId }) => actorId),
      rows.map(({ action }) => action),
      rows.map(({ count }) => count),
      rows.map(({ itemIds }) => `{${itemIds.join(',')}}`),
      rows.map(({ targetId }) => targetId ?? null),
    ],
    'storage.record-activity',
  )
}
