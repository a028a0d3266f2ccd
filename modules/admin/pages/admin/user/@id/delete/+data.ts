import type { PageContextServer } from 'vike/types'
import type { UserHoldings } from '../../../../../contract.ts'
import type { UserPageData } from '../../../../../ui/users/AdminUserLayout.tsx'
import { requireUser } from '../require-user.ts'

export const data = async (page: PageContextServer): Promise<UserPageData & { holdings: UserHoldings }> => {
  const { admin, user } = await requireUser(page)
  return { user, holdings: await admin.userHoldings(user.id, page.locale) }
}
