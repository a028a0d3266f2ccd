import type { PageContextServer } from 'vike/types'
import type { UserData } from '../../../../../ui/users/UserLayout.tsx'
import { userOf } from '../user-of.ts'

export const data = async (page: PageContextServer): Promise<UserData> => ({ user: (await userOf(page)).user })
