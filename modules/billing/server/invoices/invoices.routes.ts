import type { FastifyInstance } from 'fastify'
import { type Platform, type Principal, serve } from '../../../platform/index.ts'
import { getInvoice } from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import { findInvoice } from './find-invoice.ts'
import { invoiceHtml, invoicePolicy } from './invoice-document.ts'

export const invoicesRoutes = (app: FastifyInstance, { db, i18n }: Pick<Platform, 'db' | 'i18n'>): void => {
  serve(app, getInvoice, async ({ params }, request, reply) => {
    const { role, userId } = request.principal as Principal
    const invoice = await findInvoice(db, params.id, role === 'admin' ? null : userId)
    if (!invoice) throw billingErrors.fail('invoice-not-found')
    const { locale } = request
    const t = i18n.translator(locale)
    reply.header('content-security-policy', invoicePolicy)
    reply.header('cache-control', 'private, no-store')
    const html = invoiceHtml(invoice, { locale, dir: i18n.instance(locale).dir(locale), t })
    return reply.type('text/html; charset=utf-8').send(html) as never
  })
}
