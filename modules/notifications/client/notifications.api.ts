import { call } from '../../web/ui.ts'
import {
  clearNotifications,
  dismissNotification,
  listNotifications,
  markNotification,
  type Notification,
  readNotifications,
} from '../contract.ts'

/** Notifications, newest first, with the cursor of the next page and the number of all unread ones. */
export interface NotificationPage {
  items: Notification[]
  next: string | null
  unread: number
}

/** Calls of the bell and its panel to this module's endpoints; all reject with `CallError`. */
export const notificationsApi = {
  async list(query: { per_page: number; cursor?: string }): Promise<NotificationPage> {
    const { data, meta } = await call(listNotifications, { query })
    return { items: data.map(({ data }) => data), next: meta.paginate.nextCursor, unread: meta.unread }
  },
  /** Marks notifications as read; all of them without ids. */
  read: (ids?: string[]): Promise<unknown> => call(readNotifications, { body: ids ? { ids } : {} }),
  markUnread: (id: string): Promise<unknown> => call(markNotification, { params: { id }, body: { read: false } }),
  dismiss: (id: string): Promise<unknown> => call(dismissNotification, { params: { id } }),
  clear: (): Promise<unknown> => call(clearNotifications),
}

/** Accepts or declines the invitation with this id, by a call of the module that has sent it. */
export type AnswerInvitation = (kind: 'accept' | 'decline', id: string) => Promise<unknown>

export type NotificationsApi = typeof notificationsApi & { answerInvitation: AnswerInvitation }
