import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import { showSettings, testEmail, testWebsockets, updateSetting } from '../../contract.ts'
import { adminErrors } from '../errors.ts'
import type { AdminSettings } from '../services/admin-settings.ts'
import { actorOf, doneOf } from './actor.ts'

export const settingsRoutes = (app: FastifyInstance, platform: Platform, settings: AdminSettings): void => {
  const done = doneOf(platform)

  serve(app, showSettings, ({ query: { column } }) => settings.values(column?.split('|')))

  serve(app, updateSetting, async ({ body: { name, value } }, request) => {
    await settings.set(name, value, actorOf(request), request.socketId)
    return done(request, 'setting-saved')
  })

  serve(app, testWebsockets, async (_call, request) => {
    platform.realtime.publish({ userId: actorOf(request).actorId, event: 'test', ids: {} })
    return done(request, 'test-event-sent')
  })

  serve(app, testEmail, async (_call, request) => {
    const t = platform.i18n.translator(request.locale)
    const app = await platform.settings.get('app_title')
    await platform.mailer
      .sendNow({
        to: request.account?.email ?? '',
        subject: t('admin:mail.test.subject', { app }),
        lines: [t('admin:mail.test.body', { app })],
        footer: t('admin:mail.test.footer', { app }),
      })
      .catch(() => {
        throw adminErrors.fail('connection-failed')
      })
    return done(request, 'test-email-sent')
  })
}
