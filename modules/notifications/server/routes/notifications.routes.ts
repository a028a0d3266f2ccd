import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf, type Platform, platformErrors, serve, successMessage } from '../../../platform/index.ts'
import {
  clearNotifications,
  dismissNotification,
  listNotificationSettings,
  listNotifications,
  markNotification,
  readNotifications,
  testConnection,
  updateNotificationSetting,
} from '../../contract.ts'
import type { NotificationPresenter } from '../notification-presenter.ts'
import type { NotificationSettings } from '../services/notification-settings.ts'
import type { Notifications } from '../services/notifications.ts'

const userOf = (request: FastifyRequest): string => callerOf(request).userId
const readerOf = (request: FastifyRequest): Parameters<NotificationPresenter>[1] => ({
  userId: userOf(request),
  locale: request.locale,
  timezone: request.account?.timezone ?? null,
})

export const notificationRoutes = (
  app: FastifyInstance,
  { i18n, realtime }: Pick<Platform, 'i18n' | 'realtime'>,
  {
    notifications,
    settings,
    present,
    isProven,
    clear,
  }: {
    notifications: Notifications
    settings: NotificationSettings
    present: NotificationPresenter
    /** Whether the account's email was proven. */
    isProven(userId: string): Promise<boolean>
    clear(userId: string, socketId: string | null): Promise<void>
  },
): void => {
  serve(app, listNotifications, async ({ query }, request) => {
    const { rows, total, unread, page, perPage, nextCursor } = await notifications.list(userOf(request), query)
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    return {
      data: await present(rows, readerOf(request)),
      meta: { paginate: { currentPage: page, lastPage, perPage, total, nextCursor }, unread },
    }
  })

  serve(app, readNotifications, async ({ body }, request) => {
    await notifications.markRead(userOf(request), body.ids ?? null, request.socketId)
    return successMessage(i18n, request, 'notifications:message.read')
  })

  serve(app, testConnection, async (_call, request) => {
    realtime.publish({ userId: userOf(request), event: 'test', ids: {} })
    return successMessage(i18n, request, 'notifications:message.testSent')
  })

  serve(app, clearNotifications, async (_call, request) => {
    await clear(userOf(request), request.socketId)
    return successMessage(i18n, request, 'notifications:message.cleared')
  })

  serve(app, markNotification, async ({ params, body }, request) => {
    const row = await notifications.mark(userOf(request), params.id, body, request.socketId)
    const [presented] = row ? await present([row], readerOf(request)) : []
    if (!presented) throw platformErrors.fail('not-found')
    return presented
  })

  serve(app, dismissNotification, async ({ params }, request) => {
    if (!(await notifications.delete(userOf(request), params.id, request.socketId)))
      throw platformErrors.fail('not-found')
    return undefined
  })

  serve(app, listNotificationSettings, async (_call, request) => ({
    data: await settings.list(userOf(request)),
    meta: { email_proven: await isProven(userOf(request)) },
  }))

  serve(app, updateNotificationSetting, async ({ body }, request) => {
    await settings.set(userOf(request), body)
    return { data: await settings.list(userOf(request)) }
  })
}
