import { array, boolean, endpoint, object, oneOf, type Static } from '../../shared/contract.ts'
import { notificationCategories } from './notification.ts'

/** `mail`: in the app, and unread ones in a daily email. */
export const notificationChannels = ['app', 'mail', 'off'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

export const CategorySetting = object({ category: oneOf(notificationCategories), channel: oneOf(notificationChannels) })
export type CategorySetting = Static<typeof CategorySetting>

/**
 * The channel of every category. Default: `mail` for upload requests, `app` for others. `email_proven` false: five detailed
 * emails a day at most; of what follows the daily one says only how many notifications there are (D144).
 */
export const listNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  summary: 'Read how one is notified of each category',
  access: 'session',
  response: { 200: object({ data: array(CategorySetting), meta: object({ email_proven: boolean() }) }) },
  errors: [],
})

export const updateNotificationSetting = endpoint({
  method: 'PATCH',
  path: '/api/notifications/settings',
  summary: 'Change how one is notified of a category',
  access: 'session',
  body: CategorySetting,
  response: { 200: object({ data: array(CategorySetting) }) },
  errors: [],
})
