import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { Billing } from '../../billing/index.ts'
import type { AdminPages } from '../server/admin-pages.ts'

/** Services of the administrators' pages. Throws 404 for everybody else, even if the guard were left out. */
export const adminServices = (page: PageContextServer): AdminPages => {
  if (page.request.principal?.role !== 'admin') throw render(404)
  return page.services.admin
}

export const billingServices = (page: PageContextServer): Billing['administration'] => adminServices(page).billing
