import { CreditCard, PieChart, ShieldCheck, UserRound } from 'lucide-react'
import type { IconType } from '../kit/index.ts'

interface UserPage {
  id: string
  labelKey: string
  href: string
  icon: IconType
}

interface BilledUser {
  /** Whether accounts are billed. */
  billed: boolean
}

export const billingPage = '/user/settings/billing'

const pages: UserPage[] = [
  { id: 'profile', labelKey: 'web:shell.user.profile', href: '/user/profile', icon: UserRound },
  { id: 'security', labelKey: 'web:shell.user.security', href: '/user/settings/password', icon: ShieldCheck },
  { id: 'storage', labelKey: 'web:shell.user.storage', href: '/user/settings/storage', icon: PieChart },
  { id: 'billing', labelKey: 'web:shell.user.billing', href: billingPage, icon: CreditCard },
]

/** Tabs of the user area, in their order; Billing only where accounts are billed. */
export const userPagesOf = (user: BilledUser | null): UserPage[] =>
  pages.filter(({ id }) => id !== 'billing' || user?.billed)

/** Page on which a restricted user can resolve the restriction: Billing where accounts are billed, else Storage. */
export const restrictionPage = (user: BilledUser): string | undefined =>
  pages.find(({ id }) => id === (user.billed ? 'billing' : 'storage'))?.href
