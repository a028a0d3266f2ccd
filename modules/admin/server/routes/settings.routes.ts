import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  auditActorOf,
  callerOf,
  formFileOf,
  type Mail,
  type Platform,
  platformErrors,
  readFormFile,
  serve,
  successMessage,
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

interface SettingsRoutesDeps {
  users: AdminDeps['users']
  settings: AdminSettings
  store: StoreSettings
  mailServer: MailServer
}

export const settingsRoutes = (app: FastifyInstance, platform: Platform, deps: SettingsRoutesDeps): void => {
  const { users, settings, store, mailServer } = deps
  const requireConfirmation = (request: FastifyRequest) => users.requireConfirmation(callerOf(request))

  const testMail = async (request: FastifyRequest): Promise<Mail> => {
    const t = platform.i18n.translator(request.locale)
    const values = { app: await platform.settings.get('app_title') }
    return {
      to: request.account?.email ?? '',
      locale: request.locale,
      subject: t('admin:mail.test.subject', values),
      lines: [t('admin:mail.test.body', values)],
      footer: t('admin:mail.test.footer', values),
    }
  }

  serve(app, showSettings, ({ query: { column } }) => settings.values(column?.split('|')))

  serve(app, updateSetting, async ({ body: { name, value } }, request) => {
    if (settings.requiresConfirmation(name)) await requireConfirmation(request)
    const image = formFileOf(request, name)
    if (image) await settings.setImage(settings.imageSetting(name), image, auditActorOf(request))
    else if (value === undefined)
      throw platformErrors.fail('validation-failed', { errors: { value: ['platform:validation.required'] } })
    else await settings.set(name, value, auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.setting-saved')
  })

  serve(app, uploadSettingImage, async ({ params: { name } }, request) => {
    const setting = settings.imageSetting(name)
    const source = await readFormFile(request.raw, 'file', maxImageBytes)
    const value = await settings.setImage(setting, source, auditActorOf(request))
    return { ...successMessage(platform.i18n, request, 'admin:message.setting-saved'), data: { value } }
  })

  serve(app, setMailServer, async ({ body }, request) => {
    await requireConfirmation(request)
    await mailServer.set(body, await testMail(request), auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.setting-saved')
  })

  serve(app, setSocialService, async ({ body: { service, client_id: id, client_secret: secret } }, request) => {
    await requireConfirmation(request)
    await settings.setSocialService(service, { id: id.trim(), secret: secret.trim() }, auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.setting-saved')
  })

  // The websocket is always on; there is nothing to store.
  serve(app, setBroadcasting, async (_call, request) =>
    successMessage(platform.i18n, request, 'admin:message.setting-saved'),
  )

  serve(app, setStore, async ({ body: { storage } }, request) => {
    await requireConfirmation(request)
    await store.set({ driver: storage.driver, ...storage.s3 }, auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.store-saved')
  })

  serve(app, testEmail, async (_call, request) => {
    await mailServer.test(await testMail(request))
    return successMessage(platform.i18n, request, 'admin:message.test-email-sent')
  })

  serve(app, testWebsockets, async (_call, request) => {
    platform.realtime.publish({ userId: auditActorOf(request).actorId, event: 'test', ids: {} })
    return successMessage(platform.i18n, request, 'admin:message.test-event-sent')
  })
}
