import type { Db, Platform } from '../../../platform/index.ts'
import { defaultPerPage, uuidPattern } from '../../../shared/contract.ts'
import { type NotificationCategory, notificationEvent, notificationsChanged } from '../../contract.ts'
import { notificationErrors } from '../errors.ts'
import type { NotificationRow, Params, StoredAction } from '../notification.resource.ts'

export interface NewNotification {
  userId: string
  category: NotificationCategory
  /** Names its texts: `notifications:text.{template}.title`, `.description`, `.button`. */
  template: string
  params?: Params
  action?: StoredAction | null
}

export interface NotificationPage {
  rows: NotificationRow[]
  total: number
  unread: number
  page: number
  perPage: number
  nextCursor: string | null
}

const columns = 'id, category, template, params, action, created_at, read_at'
const place = new RegExp(`^(\\d{1,18})/(${uuidPattern.slice(1, -1)})$`)
/** Microseconds since 1970, as PostgreSQL keeps times: a cursor in ms would skip rows of the same ms. */
const micros = '(extract(epoch from created_at) * 1000000)::bigint'

const writeCursor = ({ at, id }: { at: string; id: string }) => Buffer.from(`${at}/${id}`).toString('base64url')
const readCursor = (text: string) => {
  const [, at, id] = place.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (!at || !id) throw notificationErrors.fail('bad-cursor')
  return { at, id }
}

/** What people are told: kept until they clear it, or until it is old. */
export class Notifications {
  private readonly db: Db
  private readonly realtime: Platform['realtime']
  constructor(db: Db, realtime: Platform['realtime']) {
    this.db = db
    this.realtime = realtime
  }

  /** Keeps it and tells the person's open tabs. Resolves to its id, or null when the account is gone. */
  async raise({ userId, category, template, params = {}, action = null }: NewNotification): Promise<string | null> {
    const [made] = await this.db.query<{ id: string }>(
      `insert into notifications (user_id, category, template, params, action)
       select id, $2, $3, $4::jsonb, $5::jsonb from users where id = $1 returning id`,
      [userId, category, template, JSON.stringify(params), action && JSON.stringify(action)],
      'notifications-raise',
    )
    if (!made) return null
    this.realtime.publish({ userId, event: notificationEvent, ids: { id: made.id } })
    return made.id
  }

  async one(userId: string, id: string): Promise<NotificationRow | null> {
    const [row] = await this.db.query<NotificationRow>(
      `select ${columns} from notifications where id = $1 and user_id = $2`,
      [id, userId],
      'notifications-one',
    )
    return row ?? null
  }

  /** Newest first, from a cursor or a page number. 422 `bad-cursor`. */
  async list(
    userId: string,
    { cursor, page = 1, perPage = defaultPerPage }: { cursor?: string; page?: number; perPage?: number },
  ): Promise<NotificationPage> {
    const from = cursor === undefined ? null : readCursor(cursor)
    const [counts, found] = await Promise.all([
      this.counts(userId),
      this.db.query<NotificationRow & { at: string }>(
        `select ${columns}, ${micros}::text as at from notifications
         where user_id = $1 and ($2::bigint is null
           or (created_at, id) < (to_timestamp(0) + $2::bigint * interval '1 microsecond', $3::uuid))
         order by created_at desc, id desc limit $4 offset $5`,
        [userId, from?.at ?? null, from?.id ?? null, perPage + 1, from ? 0 : (page - 1) * perPage],
        'notifications-list',
      ),
    ])
    const rows = found.slice(0, perPage)
    const last = rows.at(-1)
    return { ...counts, rows, page, perPage, nextCursor: found.length > perPage && last ? writeCursor(last) : null }
  }

  /** So many of the newest that are read, or are not. */
  newest(userId: string, state: 'read' | 'unread', most: number): Promise<NotificationRow[]> {
    return this.db.query<NotificationRow>(
      `select ${columns} from notifications where user_id = $1 and read_at is ${state === 'read' ? 'not ' : ''}null
       order by created_at desc, id desc limit $2`,
      [userId, most],
      `notifications-newest-${state}`,
    )
  }

  async unread(userId: string): Promise<number> {
    return (await this.counts(userId)).unread
  }

  async readAll(userId: string, socketId: string | null): Promise<void> {
    await this.db.query('update notifications set read_at = now() where user_id = $1 and read_at is null', [userId])
    this.changed(userId, socketId)
  }

  async clear(userId: string, socketId: string | null): Promise<void> {
    await this.db.query('delete from notifications where user_id = $1', [userId])
    this.changed(userId, socketId)
  }

  /** Removes what was read long ago, or was never read for a year; resolves with how many. */
  async purge(): Promise<{ removed: number }> {
    const rows = await this.db.query(
      `delete from notifications where read_at < now() - interval '90 days'
         or (read_at is null and created_at < now() - interval '1 year') returning id`,
    )
    return { removed: rows.length }
  }

  private async counts(userId: string): Promise<{ total: number; unread: number }> {
    const [counts] = await this.db.query<{ total: number; unread: number }>(
      `select (select count(*) from notifications where user_id = $1)::int as total,
         (select count(*) from notifications where user_id = $1 and read_at is null)::int as unread`,
      [userId],
      'notifications-count',
    )
    return counts ?? { total: 0, unread: 0 }
  }

  private changed(userId: string, socketId: string | null): void {
    this.realtime.publish({ userId, event: notificationsChanged, ids: {}, except: socketId })
  }
}
