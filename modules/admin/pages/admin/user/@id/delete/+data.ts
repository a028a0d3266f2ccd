import type { PageContextServer } from 'vike/types'
import type { UserHoldings } from '../../../../../contract.ts'
import type { UserData } from '../../../../../ui/users/AdminUserLayout.tsx'
import { userOf } from '../user-of.ts'

export const data = async (page: PageContextServer): Promise<UserData & { holdings: UserHoldings }> => {
  const { admin, user } = await userOf(page)
  return { user, holdings: await admin.userHoldings(user.id, page.locale) }
}
