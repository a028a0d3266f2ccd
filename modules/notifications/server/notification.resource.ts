import type { RowOf, Translate } from '../../platform/index.ts'
import { formatDecimal } from '../../shared/contract.ts'
import type { Notification, NotificationAction } from '../contract.ts'
import type { NotificationsTables, TextValues } from './entities/notification.entity.ts'

/** The columns that are presented; the query restricts them to one user. */
export const notificationColumns = ['id', 'category', 'template', 'params', 'action', 'created_at', 'read_at'] as const
export type NotificationRow = Pick<RowOf<NotificationsTables['notifications']>, (typeof notificationColumns)[number]>

const actionOf = ({ action, template }: NotificationRow, t: Translate): NotificationAction | null =>
  action && {
    type: action.type,
    params:
      action.type === 'invitation'
        ? action.params
        : { ...action.params, button: t(`notifications:text.${template}.button`) },
  }

/** Values of the texts; money, stored as a decimal `amount` and its `currency`, as people of the locale read it. */
const valuesOf = ({ params }: NotificationRow, locale: string): TextValues => {
  const { amount, currency } = params
  if (typeof currency !== 'string') return params
  return { ...params, amount: formatDecimal(String(amount), { currency, locale }) }
}

/** Row → resource, its texts in the reader's language. */
export const presentNotification = (row: NotificationRow, t: Translate, locale: string): Notification => {
  const values = valuesOf(row, locale)
  return {
    id: row.id,
    type: 'notification',
    attributes: {
      category: row.category,
      title: t(`notifications:text.${row.template}.title`, values),
      description: t(`notifications:text.${row.template}.description`, values),
      created_at: row.created_at.toISOString(),
      read_at: row.read_at?.toISOString() ?? null,
      action: actionOf(row, t),
    },
  }
}
