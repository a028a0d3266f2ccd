import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { Billing } from '../../billing/index.ts'
import type { AdminPages } from '../server/admin-pages.ts'

/** The services behind the pages; 404 for everybody else, also when the guard was passed by. */
export const adminServices = (page: PageContextServer): AdminPages => {
  if (page.request.principal?.role !== 'admin') throw render(404)
  return page.services.admin
}

export const billingServices = (page: PageContextServer): Billing['administration'] => adminServices(page).billing
