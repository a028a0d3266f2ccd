import type { Translate } from '../../platform/index.ts'
import type { Notification, NotificationAction, NotificationCategory } from '../contract.ts'

/** Values of a notification's texts. `count` chooses the plural. */
export type Params = Record<string, string | number>

/** What a notification offers to do; the text of its button is the template's. */
export type StoredAction =
  | { type: 'route'; params: { route: string; id?: string | null } }
  | { type: 'url'; params: { url: string; target?: 'blank' | 'self' } }
  | { type: 'invitation'; params: { id: string } }

export interface NotificationRow {
  id: string
  category: NotificationCategory
  template: string
  params: Params
  action: StoredAction | null
  created_at: Date
  read_at: Date | null
}

const actionOf = ({ action, template }: NotificationRow, t: Translate): NotificationAction | null =>
  action && {
    type: action.type,
    params:
      action.type === 'invitation'
        ? action.params
        : { ...action.params, button: t(`notifications:text.${template}.button`) },
  }

/** Row → resource, its texts in the reader's language. */
export const presentNotification = (row: NotificationRow, t: Translate): Notification => ({
  id: row.id,
  type: 'notification',
  attributes: {
    category: row.category,
    title: t(`notifications:text.${row.template}.title`, row.params),
    description: t(`notifications:text.${row.template}.description`, row.params),
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    action: actionOf(row, t),
  },
})
