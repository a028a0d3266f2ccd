import { Gauge, HardDrive, History, Link2, UserRound } from 'lucide-react'
import type { IconType } from '../kit/index.ts'

interface AppSection {
  id: string
  labelKey: string
  href: string
  /** Paths that belong to the section. */
  prefix: string
  icon: IconType
  /** Visible to this role only. */
  role?: 'admin'
}

/** Entries of the navigation rail. */
export const railSections: AppSection[] = [
  { id: 'files', labelKey: 'web:shell.section.files', href: '/platform/files', prefix: '/platform/', icon: HardDrive },
  {
    id: 'account',
    labelKey: 'web:shell.section.account',
    href: '/user/profile',
    prefix: '/user/',
    icon: UserRound,
  },
  {
    id: 'admin',
    labelKey: 'web:shell.section.adminShort',
    href: '/admin/dashboard',
    prefix: '/admin/',
    icon: Gauge,
    role: 'admin',
  },
]

/** The sections of this role. */
export const sectionsOf = (role: 'user' | 'admin' | undefined): AppSection[] =>
  railSections.filter((section) => !section.role || section.role === role)

/** Section of the bottom bar on phones. Paths below `href` and below `also` belong to it. */
interface PhoneSection extends Omit<AppSection, 'prefix' | 'role'> {
  also?: string
}

export const isInSection = ({ href, also = href }: PhoneSection, path: string): boolean =>
  path.startsWith(href) || path.startsWith(also)

/** Entries of the bottom bar on phones; the rest is in the account menu and the sidebar's drawer. */
export const phoneSections: PhoneSection[] = [
  {
    id: 'files',
    labelKey: 'web:shell.section.files',
    href: '/platform/files',
    icon: HardDrive,
  },
  {
    id: 'recent',
    labelKey: 'web:shell.section.recent',
    href: '/platform/recent-uploads',
    icon: History,
  },
  {
    id: 'shared',
    labelKey: 'web:shell.section.shared',
    href: '/platform/my-shared-items',
    also: '/platform/shared-with-me',
    icon: Link2,
  },
]
