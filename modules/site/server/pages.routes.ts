import type { FastifyInstance } from 'fastify'
import { AppError, acceptForms, type Platform, serve } from '../../platform/index.ts'
import { getPage, getPublicSettings, sendContactMessage, submitContactForm } from '../contract.ts'
import type { Contact } from './services/contact.ts'
import type { LegalPages } from './services/pages.ts'
import { publicSettings } from './services/public-settings.ts'
import type { VisitorChecks } from './visitor-checks.ts'

/** Legal pages, texts of the home page, and visitors' messages. */
export const pagesRoutes = (
  app: FastifyInstance,
  { settings, i18n }: Platform,
  { pages, contact, visitorChecks }: { pages: LegalPages; contact: Contact; visitorChecks: VisitorChecks },
): void => {
  serve(app, getPage, async ({ params }, request) => ({
    data: pages.present(await pages.visible(params.slug, request.locale)),
  }))
  serve(app, getPublicSettings, async ({ query }) => publicSettings(settings, query.column.split('|')))
  serve(app, sendContactMessage, async ({ body }, request) => {
    await contact.send(body, request.ip, () => visitorChecks.requireOf(request, body))
    return { type: 'success', message: i18n.translator(request.locale)('site:page.contact.sent') }
  })

  app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, submitContactForm, async ({ body }, request, reply) => {
      const { csrf, email = '', message = '' } = body
      try {
        request.checkCsrf(csrf)
        await contact.send({ email, message }, request.ip, () => visitorChecks.limitUnchecked(request, 'contact'))
        return reply.redirect('/contact-us?sent=1', 303) as never
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error
        return reply.redirect(`/contact-us?problem=${error.code}`, 303) as never
      }
    })
  })
}
