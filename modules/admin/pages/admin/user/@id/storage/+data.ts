import type { PageContextServer } from 'vike/types'
import type { StorageUsage } from '../../../../../../storage/contract.ts'
import type { UserData } from '../../../../../ui/users/AdminUserLayout.tsx'
import { userOf } from '../user-of.ts'

export const data = async (page: PageContextServer): Promise<UserData & { usage: StorageUsage }> => {
  const { admin, user } = await userOf(page)
  return { user, usage: await admin.userStorage(user.id) }
}
