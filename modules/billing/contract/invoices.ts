import { content, endpoint, object, redirect, uuid } from '../../shared/contract.ts'

/** Redirects an anonymous browser to /sign-in (303). */
export const getInvoice = endpoint({
  method: 'GET',
  path: '/invoices/:id',
  summary: 'Read the invoice or credit note of a transaction, as a page to print',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 200: content('text/html'), 303: redirect },
  errors: ['billing.invoice-not-found'],
  plainErrors: true,
})

/** Redirects an anonymous browser to /sign-in (303), as the page does. */
export const getInvoicePdf = endpoint({
  method: 'GET',
  path: '/invoices/:id/pdf',
  summary: 'Download the invoice or credit note of a transaction as PDF',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 200: content('application/pdf'), 303: redirect },
  errors: ['billing.invoice-not-found'],
  plainErrors: true,
})
