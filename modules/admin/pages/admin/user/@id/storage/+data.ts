import type { PageContextServer } from 'vike/types'
import type { StorageUsage } from '../../../../../../storage/contract.ts'
import type { UserPageData } from '../../../../../ui/users/AdminUserLayout.tsx'
import { requireUser } from '../require-user.ts'

export const data = async (page: PageContextServer): Promise<UserPageData & { usage: StorageUsage }> => {
  const { admin, user } = await requireUser(page)
  return { user, usage: await admin.userStorage(user.id) }
}
