import type { FastifyInstance } from 'fastify'
import { acceptForms, type Platform, serve, successMessage } from '../../platform/index.ts'
import { getPage, getPublicSettings, maxMessageLength, sendContactMessage, submitContactForm } from '../contract.ts'
import type { ContactMessages } from './services/contact-messages.ts'
import type { LegalPages } from './services/legal-pages.ts'
import { publicSettings } from './services/public-settings.ts'
import type { VisitorChecks } from './visitor-checks.ts'

/** A message at its full length, of characters that URL encoding makes nine bytes. */
const maxFormBytes = maxMessageLength * 9 + 2_000

/** Legal pages, texts of the home page, and visitors' messages. */
export const pagesRoutes = (
  app: FastifyInstance,
  { settings, i18n }: Platform,
  { pages, contact, visitorChecks }: { pages: LegalPages; contact: ContactMessages; visitorChecks: VisitorChecks },
): void => {
  serve(app, getPage, async ({ params }, request) => ({
    data: pages.present(await pages.visible(params.slug, request.locale)),
  }))
  serve(app, getPublicSettings, async ({ query }) => publicSettings(settings, query.column.split('|')))
  serve(app, sendContactMessage, async ({ body }, request) => {
    await contact.send(body, request.ip, async () => {
      await visitorChecks.requireOf(request, body)
      return []
    })
    return successMessage(i18n, request, 'site:page.contact.sent')
  })

  app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    serve(scope, submitContactForm, async ({ body }, request, reply) => {
      const { csrf, email = '', message = '' } = body
      request.checkCsrf(csrf)
      await contact.send({ email, message }, request.ip, () => visitorChecks.uncheckedCounters(request, 'contact'))
      return reply.redirect('/contact-us?sent=1', 303)
    })
  })
}
