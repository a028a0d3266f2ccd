import type { PageContextServer } from 'vike/types'
import { usersStateOf } from '../../../client/users-query.ts'
import type { UsersPageData } from '../../../ui/users/UsersPage.tsx'
import { adminServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<UsersPageData> => {
  const admin = adminServices(page)
  const isFixed = (await admin.billing.engine()) === 'fixed'
  const { search } = page.urlParsed
  const requested = usersStateOf(admin.userQuery(search), search.columns)
  // Filters that the page does not show must not narrow its list.
  const state = isFixed ? requested : { ...requested, subscription: undefined, plan: undefined }
  const { columns: _, ...query } = state
  const [users, plans] = await Promise.all([admin.users(query, page.locale), isFixed ? admin.billing.planNames() : []])
  return { state, users, plans }
}
