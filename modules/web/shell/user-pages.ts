import { PieChart, ShieldCheck, UserRound } from 'lucide-react'
import type { IconType } from '../kit/index.ts'

export interface UserPage {
  id: string
  labelKey: string
  href: string
  icon: IconType
}

/** Tabs of the user area, in their order. A page joins when it exists. */
export const userPages: UserPage[] = [
  { id: 'profile', labelKey: 'web:shell.user.profile', href: '/user/profile', icon: UserRound },
  { id: 'security', labelKey: 'web:shell.user.security', href: '/user/settings/password', icon: ShieldCheck },
  { id: 'storage', labelKey: 'web:shell.user.storage', href: '/user/settings/storage', icon: PieChart },
]

/** Where a restricted user can resolve the restriction: Billing if it exists, else Storage. */
export const restrictionPage = (): string | undefined =>
  (userPages.find(({ id }) => id === 'billing') ?? userPages.find(({ id }) => id === 'storage'))?.href
