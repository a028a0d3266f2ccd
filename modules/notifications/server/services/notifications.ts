import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  type CommittingTransaction,
  type Db,
  newestFirst,
  type Platform,
  perPageOf,
  type RowOf,
  rejectTooManyForOnePage,
  startOfPage,
  type Tx,
} from '../../../platform/index.ts'
import {
  type NotificationCategory,
  type NotificationQuery,
  notificationEvent,
  notificationsChanged,
} from '../../contract.ts'
import type { NotificationsTables, StoredAction, TextValues } from '../entities/notification.entity.ts'
import { notificationErrors } from '../errors.ts'
import { type NotificationRow, notificationColumns } from '../notification.resource.ts'
import { defaultChannel } from './notification-settings.ts'

/** Texts and action of a notification. */
interface NotificationContent {
  category: NotificationCategory
  /** Names its texts: `notifications:text.{template}.title`, `.description`, `.button`. */
  template: string
  params?: TextValues
  action?: StoredAction | null
  /**
   * How users who want emails of the category get one: within the daily digest (default), `soon` after the event, or `sent`
   * beside it by its module, whatever they have chosen.
   */
  mail?: 'soon' | 'sent'
}

export interface NewNotification extends NotificationContent {
  userId: string
}

/** The same notification for each of these users. */
export interface NotificationOfMany extends NotificationContent {
  userIds: readonly string[]
}

type CreatedNotification = Pick<RowOf<NotificationsTables['notifications']>, 'id' | 'user_id' | 'by_mail'>

/** `answer` null: withdrawn. `joinedFolderId`: the team folder that the person is a member of now. */
interface ClosedInvitation {
  invitationId: string
  answer: { joinedFolderId: string | null } | null
}

interface NotificationRows {
  rows: NotificationRow[]
  total: number
  unread: number
  page: number
  perPage: number
  nextCursor: string | null
}

/**
 * Id of a user's notification out of a batch, a UUID of version 8 (RFC 9562). Derived from both, so that one message between
 * processes announces the notifications of all users.
 */
const idInBatch = (batch: string, userId: string): string => {
  const hex = createHash('sha256').update(`${batch}:${userId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Notifications are stored until their user deletes them, or until they are old. */
export class Notifications {
  private readonly db: Db
  private readonly realtime: Platform['realtime']
  constructor(db: Db, realtime: Platform['realtime']) {
    this.db = db
    this.realtime = realtime
  }

  /** As `createForAll`; resolves to its id, or null when it was not created. */
  async create({ userId, ...content }: NewNotification, tx: CommittingTransaction): Promise<string | null> {
    return (await this.createForAll({ ...content, userIds: [userId] }, tx))[0]?.id ?? null
  }

  /** As `create`, unless the user has a notification with this template and action already: two jobs may create it. */
  async createOnce(notification: NewNotification, tx: Tx): Promise<void> {
    const { userId, template, action = null } = notification
    await tx.lock(`coffer.notifications.${userId}`)
    const earlier = await tx.query(
      'select 1 from notifications where user_id = $1 and template = $2 and action = $3::jsonb limit 1',
      [userId, template, JSON.stringify(action)],
    )
    if (earlier.length === 0) await this.create(notification, tx)
  }

  /**
   * Stores a notification for each user in `tx`, and notifies their open tabs after the commit. Resolves to those that were
   * created: none for deleted accounts, and for accounts that want no notifications of the category.
   */
  async createForAll(
    { userIds, category, template, params = {}, action = null, mail }: NotificationOfMany,
    tx: CommittingTransaction,
  ): Promise<CreatedNotification[]> {
    const batch = randomUUID()
    const all = [...new Set(userIds)]
    // The lock makes a deletion of an account wait, whose foreign key would else fail this transaction.
    const created = await tx.query<CreatedNotification>(
      `insert into notifications (id, user_id, category, template, params, action, by_mail)
       select n.id, a.id, $3, $4, $5, $6, coalesce(s.channel, $7) = 'mail' and not $8
       from (select id from user_summaries where id = any($2::uuid[]) order by id for key share) a
       join unnest($1::uuid[], $2::uuid[]) as n (id, user_id) on n.user_id = a.id
       left join notification_settings s on s.user_id = a.id and s.category = $3
       where coalesce(s.channel, $7) <> 'off' returning id, user_id, by_mail`,
      [
        all.map((userId) => idInBatch(batch, userId)),
        all,
        category,
        template,
        params,
        action,
        defaultChannel(category),
        mail === 'sent',
      ],
      'notifications-create',
    )
    const notified = created.map(({ user_id }) => user_id)
    if (notified.length > 0)
      tx.afterCommit(() => this.realtime.publishToAll(notified, { event: notificationEvent, ids: { batch } }))
    return created
  }

  /** The user's notification out of the batch that the realtime event names. */
  findAnnounced(userId: string, batch: string): Promise<NotificationRow | null> {
    return this.find(userId, idInBatch(batch, userId))
  }

  private async find(userId: string, id: string): Promise<NotificationRow | null> {
    const row = await this.ofUser(userId).where('id', '=', id).executeTakeFirst()
    return row ?? null
  }

  /** Newest first, from a cursor or a page number. 422 `invalid-cursor`, `invalid-page`, `too-many-for-one-page`. */
  async list(userId: string, query: NotificationQuery): Promise<NotificationRows> {
    const { cursor } = query
    const perPage = perPageOf(query)
    const start = startOfPage(query, perPage)
    const from = cursor === undefined ? null : newestFirst.read(cursor)
    if (cursor !== undefined && !from) throw notificationErrors.fail('invalid-cursor')
    const [counts, rows] = await Promise.all([
      this.counts(userId),
      // SQL: the row comparison walks `notifications_user_index` from the cursor on.
      this.db.query<NotificationRow & { at: string }>(
        `select ${notificationColumns.join(', ')}, ${newestFirst.column} from notifications
         where user_id = $1 and ${newestFirst.after(2)} order by ${newestFirst.order} limit $4 offset $5`,
        [userId, from?.at ?? null, from?.id ?? null, perPage + 1, from ? 0 : start],
        'notifications-list',
      ),
    ])
    rejectTooManyForOnePage(query, counts.total)
    return { ...counts, ...newestFirst.page(rows, perPage), page: start / perPage + 1, perPage }
  }

  /** The newest read or unread ones, `limit` at most. */
  newest(userId: string, state: 'read' | 'unread', limit: number): Promise<NotificationRow[]> {
    return this.ofUser(userId)
      .where('read_at', state === 'read' ? 'is not' : 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  }

  async unread(userId: string): Promise<number> {
    return (await this.counts(userId)).unread
  }

  /** Marks the user's notifications with these ids as read; null: all. */
  async markRead(userId: string, ids: readonly string[] | null, socketId: string | null): Promise<void> {
    const unread = this.tables()
      .updateTable('notifications')
      .set({ read_at: sql<Date>`now()` })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
    await (ids ? unread.where('id', '=', sql<string>`any(${ids}::uuid[])`) : unread).execute()
    this.publishChange(userId, socketId)
  }

  /** Null when the user has no such notification. */
  async mark(
    userId: string,
    id: string,
    { read }: { read: boolean },
    socketId: string | null,
  ): Promise<NotificationRow | null> {
    const row = await this.tables()
      .updateTable('notifications')
      .set({ read_at: read ? sql<Date>`coalesce(read_at, now())` : null })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning(notificationColumns)
      .executeTakeFirst()
    if (row) this.publishChange(userId, socketId)
    return row ?? null
  }

  /** False when the user has no such notification. */
  async delete(userId: string, id: string, socketId: string | null): Promise<boolean> {
    const { numDeletedRows } = await this.tables()
      .deleteFrom('notifications')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) this.publishChange(userId, socketId)
    return numDeletedRows > 0n
  }

  /**
   * Removes the buttons of an invitation that was answered or withdrawn. After an answer its notification is read, and leads
   * a person who has joined to the team folder.
   */
  async closeInvitation({ invitationId, answer }: ClosedInvitation, tx: CommittingTransaction): Promise<void> {
    const joinedFolderId = answer?.joinedFolderId ?? null
    const action = joinedFolderId && { type: 'route', params: { route: 'SharedWithMe', id: joinedFolderId } }
    const rows = await tx.query<{ user_id: string }>(
      `update notifications set action = $2, read_at = case when $3 then coalesce(read_at, now()) else read_at end
       where category = 'team-invitation' and action->'params'->>'id' = $1 and action->>'type' = 'invitation'
       returning user_id`,
      [invitationId, action && JSON.stringify(action), answer !== null],
      'notifications-close-invitation',
    )
    tx.afterCommit(() => {
      for (const { user_id } of rows) this.publishChange(user_id, null)
    })
  }

  private tables() {
    return this.db.builder<NotificationsTables>()
  }

  private ofUser(userId: string) {
    return this.tables().selectFrom('notifications').select(notificationColumns).where('user_id', '=', userId)
  }

  private async counts(userId: string): Promise<{ total: number; unread: number }> {
    // SQL, prepared: each count walks its own index, as one aggregate with filters would not.
    const [counts] = await this.db.query<{ total: number; unread: number }>(
      `select (select count(*) from notifications where user_id = $1)::int as total,
         (select count(*) from notifications where user_id = $1 and read_at is null)::int as unread`,
      [userId],
      'notifications-count',
    )
    return counts ?? { total: 0, unread: 0 }
  }

  private publishChange(userId: string, socketId: string | null): void {
    this.realtime.publish({ userId, event: notificationsChanged, ids: {}, except: socketId })
  }
}
