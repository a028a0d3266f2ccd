import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type Mail,
  type Platform,
  type Principal,
  platformErrors,
  readFormFile,
  serve,
} from '../../../platform/index.ts'
import {
  maxImageBytes,
  setBroadcasting,
  setMailServer,
  setSocialService,
  setStore,
  showSettings,
  testEmail,
  testWebsockets,
  updateSetting,
  uploadSettingImage,
} from '../../contract.ts'
import type { AdminDeps } from '../deps.ts'
import type { AdminSettings } from '../services/admin-settings.ts'
import type { MailServer } from '../services/mail-server.ts'
import type { StoreSettings } from '../services/store-settings.ts'
import { actorOf, doneOf } from './actor.ts'

export interface SettingsRoutesDeps {
  users: AdminDeps['users']
  settings: AdminSettings
  store: StoreSettings
  mailServer: MailServer
}

export const settingsRoutes = (app: FastifyInstance, platform: Platform, deps: SettingsRoutesDeps): void => {
  const { users, settings, store, mailServer } = deps
  const done = doneOf(platform)
  const requireConfirmation = ({ principal }: FastifyRequest) => users.requireConfirmation(principal as Principal)

  const testMail = async (request: FastifyRequest): Promise<Mail> => {
    const t = platform.i18n.translator(request.locale)
    const values = { app: await platform.settings.get('app_title') }
    return {
      to: request.account?.email ?? '',
      subject: t('admin:mail.test.subject', values),
      lines: [t('admin:mail.test.body', values)],
      footer: t('admin:mail.test.footer', values),
    }
  }

  serve(app, showSettings, ({ query: { column } }) => settings.values(column?.split('|')))

  serve(app, updateSetting, async ({ body: { name, value } }, request) => {
    if (settings.requiresConfirmation(name)) await requireConfirmation(request)
    if (request.formFile?.part === name)
      await settings.setImage(settings.imageSetting(name), request.formFile.bytes, actorOf(request))
    else if (value === undefined)
      throw platformErrors.fail('validation-failed', { errors: { value: ['platform:validation.required'] } })
    else await settings.set(name, value, actorOf(request))
    return done(request, 'setting-saved')
  })

  serve(app, uploadSettingImage, async ({ params: { name } }, request) => {
    const setting = settings.imageSetting(name)
    const source = await readFormFile(request.raw, 'file', maxImageBytes)
    const value = await settings.setImage(setting, source, actorOf(request))
    return { ...done(request, 'setting-saved'), data: { value } }
  })

  serve(app, setMailServer, async ({ body }, request) => {
    await requireConfirmation(request)
    await mailServer.set(body, await testMail(request), actorOf(request))
    return done(request, 'setting-saved')
  })

  serve(app, setSocialService, async ({ body: { service, client_id: id, client_secret: secret } }, request) => {
    await requireConfirmation(request)
    await settings.setSocialService(service, { id: id.trim(), secret: secret.trim() }, actorOf(request))
    return done(request, 'setting-saved')
  })

  // The websocket is always on; there is nothing to store.
  serve(app, setBroadcasting, async (_call, request) => done(request, 'setting-saved'))

  serve(app, setStore, async ({ body: { storage } }, request) => {
    await requireConfirmation(request)
    await store.set({ driver: storage.driver, ...storage.s3 }, actorOf(request))
    return done(request, 'store-saved')
  })

  serve(app, testEmail, async (_call, request) => {
    await mailServer.test(await testMail(request))
    return done(request, 'test-email-sent')
  })

  serve(app, testWebsockets, async (_call, request) => {
    platform.realtime.publish({ userId: actorOf(request).actorId, event: 'test', ids: {} })
    return done(request, 'test-event-sent')
  })
}
