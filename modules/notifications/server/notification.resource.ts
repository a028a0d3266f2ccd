import type { RowOf, Translate } from '../../platform/index.ts'
import { formatDecimal, toIso } from '../../shared/contract.ts'
import { formatBytes, formatDate, nameUtc } from '../../web/contract.ts'
import type { Notification, NotificationAction } from '../contract.ts'
import type { NotificationsTables, TextValues } from './entities/notification.entity.ts'

/** The columns that are presented; the query restricts them to one user. */
export const notificationColumns = ['id', 'category', 'template', 'params', 'action', 'created_at', 'read_at'] as const
export type NotificationRow = Pick<RowOf<NotificationsTables['notifications']>, (typeof notificationColumns)[number]>

/** Null for requests and comments, whose URLs `createNotificationPresenter` has to read. */
const actionOf = ({ action, template }: NotificationRow, t: Translate): NotificationAction | null => {
  if (!action || action.type === 'request' || action.type === 'comments') return null
  if (action.type === 'invitation') return action
  return { type: action.type, params: { ...action.params, button: t(`notifications:text.${template}.button`) } }
}

/** The person for whom texts are rendered; without a time zone dates are in UTC, and say so. */
export interface NotificationReader {
  locale: string
  timezone: string | null
}

/** Values of the texts, as people of the locale read them (`TextValues`). */
const valuesOf = ({ params }: NotificationRow, t: Translate, { locale, timezone }: NotificationReader): TextValues => {
  const { amount, currency, date, bytes } = params
  return {
    ...params,
    ...(typeof currency === 'string' && { amount: formatDecimal(String(amount), { currency, locale }) }),
    ...(typeof date === 'string' && { date: nameUtc(formatDate(date, locale, timezone ?? 'UTC'), timezone) }),
    ...(bytes !== undefined && {
      size: bytes === null ? t('notifications:value.noLimit') : formatBytes(Number(bytes), locale),
    }),
  }
}

/** Row → resource, its texts in the reader's language. */
export const presentNotification = (row: NotificationRow, t: Translate, reader: NotificationReader): Notification => {
  const values = valuesOf(row, t, reader)
  return {
    id: row.id,
    type: 'notification',
    attributes: {
      category: row.category,
      title: t(`notifications:text.${row.template}.title`, values),
      description: t(`notifications:text.${row.template}.description`, values),
      created_at: row.created_at.toISOString(),
      read_at: toIso(row.read_at),
      action: actionOf(row, t),
    },
  }
}
