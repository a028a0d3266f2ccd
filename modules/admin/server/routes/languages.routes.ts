import type { FastifyInstance } from 'fastify'
import { auditActorOf, type Platform, serve, successMessage } from '../../../platform/index.ts'
import {
  createLanguage,
  deleteLanguage,
  exportStrings,
  importStrings,
  listLanguages,
  listStrings,
  replaceLanguage,
  showLanguage,
  updateLanguage,
  updateString,
} from '../../contract.ts'
import type { AdminLanguages } from '../services/admin-languages.ts'

export const languagesRoutes = (app: FastifyInstance, platform: Platform, languages: AdminLanguages): void => {
  serve(app, listLanguages, async () => {
    const [all, current] = await Promise.all([languages.list(), languages.current()])
    return { data: all.map((data) => ({ data })), meta: { current_language: { data: current } } }
  })
  serve(app, showLanguage, async ({ params }) => ({ data: await languages.read(params.id) }))

  serve(app, createLanguage, async ({ body }, request) => ({
    data: await languages.create(body.locale, body.name, auditActorOf(request)),
  }))

  for (const endpoint of [updateLanguage, replaceLanguage])
    serve(app, endpoint, async ({ params, body }, request) => ({
      data: await languages.rename(params.id, body.value, auditActorOf(request)),
    }))

  serve(app, deleteLanguage, async ({ params }, request) => {
    await languages.remove(params.id, auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.language-deleted')
  })

  serve(app, listStrings, ({ params, query }) => languages.strings(params.id, query))

  serve(app, updateString, async ({ params, body }, request) => {
    await languages.setString(params.id, body.name, body.value, auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.setting-saved')
  })

  serve(app, exportStrings, async ({ params }, _request, reply) => {
    const texts = await languages.export(params.id)
    reply.header('content-disposition', `attachment; filename="${params.id}.json"`)
    return reply.type('application/json').send(JSON.stringify(texts, null, 2))
  })

  serve(app, importStrings, async ({ params, body }, request) => {
    const { imported, rejected } = await languages.import(params.id, body.translations, auditActorOf(request))
    const t = platform.i18n.translator(request.locale)
    const messages = rejected.map(({ key, code, values }) => ({ key, message: t(`admin:error.${code}`, values) }))
    return { data: { imported, rejected: messages } }
  })
}
