import { content, endpoint, object, uuid } from '../../shared/contract.ts'

export const getInvoice = endpoint({
  method: 'GET',
  path: '/invoices/:id',
  summary: 'Read the invoice of a transaction, as a page to print',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 200: content('text/html') },
  errors: ['billing.invoice-not-found'],
  plainErrors: true,
})
