import { HardDrive, History, Link2, UserRound } from 'lucide-react'
import type { IconType } from '../kit/index.ts'
import { userPages } from './user-pages.ts'

export interface Section {
  id: string
  labelKey: string
  href: string
  /** Addresses that belong to the section. */
  prefix: string
  icon: IconType
  /** Only for this role. */
  role?: 'admin'
}

/** Entries of the icon rail (UI.md §2.2). A section joins when its pages exist. */
export const sections: Section[] = [
  { id: 'files', labelKey: 'web:shell.section.files', href: '/platform/files', prefix: '/platform/', icon: HardDrive },
  {
    id: 'account',
    labelKey: 'web:shell.section.account',
    href: userPages[0]?.href ?? '',
    prefix: '/user/',
    icon: UserRound,
  },
]

/** Entries of the bottom bar on phones; the rest is behind “Me” and the sidebar's drawer. */
export const phoneSections: Section[] = [
  {
    id: 'files',
    labelKey: 'web:shell.section.files',
    href: '/platform/files',
    prefix: '/platform/files',
    icon: HardDrive,
  },
  {
    id: 'recent',
    labelKey: 'web:shell.section.recent',
    href: '/platform/recent-uploads',
    prefix: '/platform/recent-uploads',
    icon: History,
  },
  {
    id: 'shared',
    labelKey: 'web:shell.section.shared',
    href: '/platform/my-shared-items',
    prefix: '/platform/my-shared-items',
    icon: Link2,
  },
]
