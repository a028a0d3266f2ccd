import type { FastifyInstance } from 'fastify'
import { auditActorOf, serve } from '../../../platform/index.ts'
import { listPages, replacePage, showPage, updatePage } from '../../contract.ts'
import type { LegalPageEditor } from '../services/legal-page-editor.ts'

export const adminPagesRoutes = (app: FastifyInstance, pages: LegalPageEditor): void => {
  serve(app, listPages, ({ query }, { locale }) => pages.resources(query, locale))
  serve(app, showPage, async ({ params, query }) => ({ data: await pages.resource(params.slug, query.locale) }))
  for (const endpoint of [updatePage, replacePage])
    serve(app, endpoint, async ({ params, body }, request) => {
      await pages.update(params.slug, body, auditActorOf(request))
      return { data: await pages.resource(params.slug, body.locale) }
    })
}
