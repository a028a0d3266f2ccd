import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { isUuid } from '../../../../../shared/contract.ts'
import { orNotFound } from '../../../../../web/or-not-found.ts'
import type { AdminUserDetails } from '../../../../contract.ts'
import type { AdminPages } from '../../../../server/admin-pages.ts'
import { adminServices } from '../../../admin-services.ts'

/** The account in the path; the 404 page for an unknown one. */
export const requireUser = async (page: PageContextServer): Promise<{ admin: AdminPages; user: AdminUserDetails }> => {
  const admin = adminServices(page)
  const { id = '' } = page.routeParams
  if (!isUuid(id)) throw render(404)
  const user = await orNotFound(admin.user(id, page.locale))
  return { admin, user }
}
