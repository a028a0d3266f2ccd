import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf, type Platform, serve } from '../../../platform/index.ts'
import { getInvoice, getInvoicePdf } from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import { findInvoice } from './find-invoice.ts'
import { invoicePage, invoicePolicy } from './invoice-page.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { documentNumber } from './series.ts'

/** A browser tab shows the page of an invoice, so that an error is a page too. */
const isNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && url.startsWith('/invoices/') && Boolean(headers.accept?.includes('text/html'))

export const invoicesRoutes = (app: FastifyInstance, { db, i18n }: Pick<Platform, 'db' | 'i18n'>): void => {
  app.addHook('preHandler', async (request) => {
    if (!request.principal && isNavigation(request))
      request.errorRedirect = () => `/sign-in?redirect=${encodeURIComponent(request.url)}`
  })

  const find = async (id: string, request: FastifyRequest) => {
    const { role, userId } = callerOf(request)
    const invoice = await findInvoice(db, id, role === 'admin' ? null : userId)
    if (!invoice) throw billingErrors.fail('invoice-not-found')
    return invoice
  }

  serve(app, getInvoice, async ({ params }, request, reply) => {
    const invoice = await find(params.id, request)
    const { locale } = request
    reply.header('content-security-policy', invoicePolicy)
    reply.header('cache-control', 'private, no-store')
    const html = invoicePage(invoice, { locale, t: i18n.translator(locale) })
    return reply.type('text/html; charset=utf-8').send(html)
  })

  serve(app, getInvoicePdf, async ({ params }, request, reply) => {
    const invoice = await find(params.id, request)
    reply.header('cache-control', 'private, no-store')
    reply.header('content-disposition', `attachment; filename="${documentNumber(invoice)}.pdf"`)
    return reply.type('application/pdf').send(await invoicePdf(invoice, i18n, request.locale))
  })
}
