import type { PageContextServer } from 'vike/types'
import type { UserPageData } from '../../../../../ui/users/AdminUserLayout.tsx'
import { requireUser } from '../require-user.ts'

export const data = async (page: PageContextServer): Promise<UserPageData> => ({ user: (await requireUser(page)).user })
