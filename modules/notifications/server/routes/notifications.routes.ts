import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Platform, platformErrors, serve } from '../../../platform/index.ts'
import { pageNumber } from '../../../shared/contract.ts'
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
import { presentNotification, type Reader } from '../notification.resource.ts'
import type { NotificationSettings } from '../services/notification-settings.ts'
import type { Notifications } from '../services/notifications.ts'

const callerOf = ({ principal }: FastifyRequest): string => {
  if (!principal) throw platformErrors.fail('unauthenticated')
  return principal.userId
}
const readerOf = ({ locale, account }: FastifyRequest): Reader => ({ locale, timezone: account?.timezone ?? null })

export const notificationRoutes = (
  app: FastifyInstance,
  { i18n, realtime }: Pick<Platform, 'i18n' | 'realtime'>,
  notifications: Notifications,
  settings: NotificationSettings,
): void => {
  const done = (request: FastifyRequest, key: 'read' | 'cleared' | 'testSent') => ({
    type: 'success',
    message: i18n.translator(request.locale)(`notifications:message.${key}`),
  })

  serve(app, listNotifications, async ({ query }, request) => {
    const { rows, total, unread, page, perPage, nextCursor } = await notifications.list(callerOf(request), {
      page: pageNumber(query.page),
      ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
      ...(query.per_page === undefined ? {} : { perPage: query.per_page }),
    })
    const t = i18n.translator(request.locale)
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    return {
      data: rows.map((row) => ({ data: presentNotification(row, t, readerOf(request)) })),
      meta: { paginate: { currentPage: page, lastPage, perPage, total, nextCursor }, unread },
    }
  })

  serve(app, readNotifications, async (_call, request) => {
    await notifications.markAllRead(callerOf(request), request.socketId)
    return done(request, 'read')
  })

  serve(app, testConnection, async (_call, request) => {
    realtime.publish({ userId: callerOf(request), event: 'test', ids: {} })
    return done(request, 'testSent')
  })

  serve(app, clearNotifications, async (_call, request) => {
    await notifications.deleteAll(callerOf(request), request.socketId)
    return done(request, 'cleared')
  })

  serve(app, markNotification, async ({ params, body }, request) => {
    const row = await notifications.mark(callerOf(request), params.id, body.read, request.socketId)
    if (!row) throw platformErrors.fail('not-found')
    return { data: presentNotification(row, i18n.translator(request.locale), readerOf(request)) }
  })

  serve(app, dismissNotification, async ({ params }, request) => {
    if (!(await notifications.delete(callerOf(request), params.id, request.socketId)))
      throw platformErrors.fail('not-found')
    return undefined
  })

  serve(app, listNotificationSettings, async (_call, request) => ({ data: await settings.list(callerOf(request)) }))

  serve(app, updateNotificationSetting, async ({ body }, request) => {
    await settings.set(callerOf(request), body)
    return { data: await settings.list(callerOf(request)) }
  })
}
