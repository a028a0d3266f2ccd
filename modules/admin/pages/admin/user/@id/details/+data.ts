import type { PageContextServer } from 'vike/types'
import type { UserData } from '../../../../../ui/users/AdminUserLayout.tsx'
import { userOf } from '../user-of.ts'

export const data = async (page: PageContextServer): Promise<UserData> => ({ user: (await userOf(page)).user })
