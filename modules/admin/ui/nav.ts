import { CreditCard, FileText, Flag, Gauge, Languages, ListChecks, ScrollText, Settings, Users } from 'lucide-react'
import type { IconType } from '../../web/ui.ts'

export interface AdminPage {
  id: string
  labelKey: string
  href: string
  /** Paths that belong to the entry. */
  prefix: string
  icon: IconType
}

/** Entries of the administrators' navigation, by group (UI.md §20). */
export const adminNavigation: readonly { id: string; labelKey: string; pages: readonly AdminPage[] }[] = [
  {
    id: 'admin',
    labelKey: 'admin:nav.admin',
    pages: [
      {
        id: 'dashboard',
        labelKey: 'admin:nav.dashboard',
        href: '/admin/dashboard',
        prefix: '/admin/dashboard',
        icon: Gauge,
      },
      { id: 'users', labelKey: 'admin:nav.users', href: '/admin/users', prefix: '/admin/user', icon: Users },
      {
        id: 'settings',
        labelKey: 'admin:nav.settings',
        href: '/admin/settings/others',
        prefix: '/admin/settings/',
        icon: Settings,
      },
      {
        id: 'payments',
        labelKey: 'admin:nav.payments',
        href: '/admin/payments/payments',
        prefix: '/admin/payments/',
        icon: CreditCard,
      },
    ],
  },
  {
    id: 'content',
    labelKey: 'admin:nav.content',
    pages: [
      { id: 'pages', labelKey: 'admin:nav.pages', href: '/admin/pages', prefix: '/admin/pages', icon: FileText },
      {
        id: 'languages',
        labelKey: 'admin:nav.languages',
        href: '/admin/language',
        prefix: '/admin/language',
        icon: Languages,
      },
    ],
  },
  {
    id: 'system',
    labelKey: 'admin:nav.system',
    pages: [
      { id: 'reports', labelKey: 'admin:nav.reports', href: '/admin/reports', prefix: '/admin/reports', icon: Flag },
      { id: 'audit', labelKey: 'admin:nav.audit', href: '/admin/audit', prefix: '/admin/audit', icon: ScrollText },
      { id: 'jobs', labelKey: 'admin:nav.jobs', href: '/admin/jobs', prefix: '/admin/jobs', icon: ListChecks },
    ],
  },
]
