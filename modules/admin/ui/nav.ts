import {
  CreditCard,
  FileText,
  Flag,
  Gauge,
  Languages,
  ListChecks,
  Package,
  ReceiptText,
  Repeat,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react'
import type { PageContext } from 'vike/types'
import type { IconType } from '../../web/ui.ts'

interface AdminNavPage {
  id: string
  labelKey: string
  href: string
  /** Paths that belong to the entry. */
  prefix: string
  icon: IconType
}

interface AdminGroup {
  id: string
  labelKey: string
  pages: readonly AdminNavPage[]
}

const groups: readonly AdminGroup[] = [
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
    id: 'subscription',
    labelKey: 'admin:nav.subscription',
    pages: [
      {
        id: 'payments',
        labelKey: 'admin:nav.payments',
        href: '/admin/payments/payments',
        prefix: '/admin/payments/',
        icon: CreditCard,
      },
      {
        id: 'subscriptions',
        labelKey: 'admin:nav.subscriptions',
        href: '/admin/subscriptions',
        prefix: '/admin/subscriptions',
        icon: Repeat,
      },
      { id: 'plans', labelKey: 'admin:nav.plans', href: '/admin/plans', prefix: '/admin/plan', icon: Package },
      {
        id: 'transactions',
        labelKey: 'admin:nav.transactions',
        href: '/admin/invoices',
        prefix: '/admin/invoices',
        icon: ReceiptText,
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

/** Entries of the administrators' navigation, by group, for the way in which accounts are billed. */
export const adminNavigation = ({
  engine,
  hasFixedSubscriptions,
}: Pick<PageContext, 'engine' | 'hasFixedSubscriptions'>): readonly AdminGroup[] => {
  const isBilled = engine !== 'none' && engine !== null
  const isShown = (page: string) =>
    // Fixed subscriptions from before a change of the engine are charged until they are cancelled.
    page === 'subscriptions' ? engine === 'fixed' || hasFixedSubscriptions : isBilled
  return groups
    .map((group) =>
      group.id === 'subscription' ? { ...group, pages: group.pages.filter(({ id }) => isShown(id)) } : group,
    )
    .filter(({ pages }) => pages.length > 0)
}
