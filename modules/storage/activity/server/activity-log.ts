import {
  type Db,
  defineRetention,
  type Events,
  type Jobs,
  newestFirst,
  type Settings,
  type Sql,
} from '../../../platform/index.ts'
import { personJsonSql } from '../../../users/index.ts'
import { requireFolder, type Scope, storageErrors } from '../../tree/index.ts'
import type { ActivityAction } from '../contract.ts'
import type { ActivityItem, ActivityRow } from './activity.resource.ts'
import { activityEntriesOf } from './activity-entries.ts'
import { type ActivityEntry, insertActivity } from './record-activity.ts'

const perPage = 30

interface ActivityLogPage {
  rows: ActivityRow[]
  /** Items and target folders that the caller may open, by id. */
  items: Map<string, ActivityItem>
  nextCursor: string | null
  isOwner: boolean
}

/** Members of a team folder do not see the links of its owner. */
const actionsOfOwner: readonly ActivityAction[] = ['link-created', 'link-opened']

const pageSql = `select a.id, a.at, a.action, a.count, a.item_ids, a.target_id, a.owner_id, a.by_visitor, coalesce(a.last_at, a.created_at) as last_at,
    case when u.id is not null then ${personJsonSql('u')} end as actor
  from (
    select *, ${newestFirst.column} from folder_activity
    where coalesce(folder_id, owner_id) = $1 and action <> all($2::text[]) and ${newestFirst.after(3)}
    order by ${newestFirst.order} limit $5
  ) a left join user_summaries u on u.id = a.actor_id order by a.created_at desc, a.id desc`

/** $3: whether the caller owns the items and may open all; others may open the folder $4 and the items in it. */
const itemsSql = `select id, name, is_folder from items
  where id = any($1::uuid[]) and owner_id = $2 and ($3 or trashed_at is null and (parent_id = $4 or id = $4))`

/**
 * Log of who did what in each folder: recorded in the transaction of the change, read by everyone who may open the folder.
 */
export class ActivityLog {
  private readonly db: Db
  constructor(platform: { db: Db; events: Events; settings: Settings; jobs: Jobs }) {
    this.db = platform.db
    platform.events.beforeCommit((sql, emitted) => insertActivity(sql, emitted.flatMap(activityEntriesOf)))
    defineRetention(platform, {
      job: 'delete-old-activity',
      cron: '23 4 * * *',
      setting: 'activity_retention_days',
      table: 'folder_activity',
      time: 'created_at',
    })
  }

  /** Records actions that no event of storage reports. */
  record(sql: Sql, entries: readonly ActivityEntry[]): Promise<void> {
    return insertActivity(sql, entries)
  }

  /** Newest first. `id`: a folder, or `all` for the root. 404 `parent-not-found`, 422 `invalid-cursor`. */
  async list(scope: Scope, id: string, cursor?: string): Promise<ActivityLogPage> {
    const after = cursor === undefined ? null : newestFirst.read(cursor)
    if (cursor !== undefined && !after) throw storageErrors.fail('invalid-cursor')
    const location = await requireFolder(this.db, scope, id === 'all' ? null : id)
    const folderId = location?.item.id ?? null
    const isOwner = scope.permission === 'owner'
    const pageRows = await this.db.query<ActivityRow>(
      pageSql,
      [folderId ?? scope.ownerId, isOwner ? [] : actionsOfOwner, after?.at ?? null, after?.id ?? null, perPage + 1],
      'storage.activity',
    )
    const { rows, nextCursor } = newestFirst.page(pageRows, perPage)
    const items = await this.db.query<ActivityItem>(
      itemsSql,
      [
        rows.flatMap(({ item_ids, target_id }) => [...item_ids, ...(target_id ? [target_id] : [])]),
        scope.ownerId,
        isOwner,
        folderId,
      ],
      'storage.activity-items',
    )
    return { rows, nextCursor, isOwner, items: new Map(items.map((item) => [item.id, item])) }
  }
}
