import type { PageContextServer } from 'vike/types'
import { readUsersState } from '../../../client/users-query.ts'
import type { UsersPageData } from '../../../ui/users/UsersPage.tsx'
import { adminServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<UsersPageData> => {
  const admin = adminServices(page)
  const state = readUsersState(page.urlParsed.search, admin.isUserQuery)
  const { columns: _, ...query } = state
  return { state, users: await admin.users(query) }
}
