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
import type { Reader } from '../notification.resource.ts'
import type { Present } from '../present.ts'
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
  {
    notifications,
    settings,
    present,
  }: { notifications: Notifications; settings: NotificationSettings; present: Present },
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
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    return {
      data: await present(rows, readerOf(request)),
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
    const [presented] = row ? await present([row], readerOf(request)) : []
    if (!presented) throw platformErrors.fail('not-found')
    return presented
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
