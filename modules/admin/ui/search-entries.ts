import { Package, Settings, UserPlus } from 'lucide-react'
import type { SearchEntries, SearchEntry } from '../../storage/ui.ts'
import type { IconType } from '../../web/ui.ts'
import { type SettingPage, settingPagePath, settingPages } from '../contract.ts'
import { adminNavigation } from './nav.ts'

/** Cards of the environment page, which has no settings of its own. */
const environment = [
  { id: 'store', labelKey: 'admin:store.title', words: [] },
  { id: 'mail', labelKey: 'admin:mailServer.title', words: ['admin:search.mail'] },
  { id: 'realtime', labelKey: 'admin:environment.realtime', words: ['admin:environment.websocket'] },
]

/** Further search words, by the id of a page or group. */
const words: Record<string, readonly string[]> = {
  users: ['admin:search.users'],
  brand: ['admin:search.brand'],
  logos: ['admin:search.brand'],
  icons: ['admin:search.brand'],
}

// i18n-keys: admin:settings.tab.* admin:settings.group.* admin:setting.*.label

/** The groups of a page of settings; each is found by the names of its settings too. */
const groupsOf = (page: SettingPage): SearchEntry[] =>
  settingPages[page].map(({ id, names }) => ({
    id: `admin-${page}-${id}`,
    kind: 'setting',
    icon: Settings,
    href: `${settingPagePath(page)}#${id}`,
    labelKeys: [`admin:settings.tab.${page}`, `admin:settings.group.${id}`],
    wordKeys: [...names.map((name) => `admin:setting.${name}.label`), ...(words[id] ?? [])],
  }))

const create = (id: string, icon: IconType, labelKey: string, href: string): SearchEntry => ({
  id: `admin-create-${id}`,
  kind: 'create',
  icon,
  href,
  labelKeys: [labelKey],
  wordKeys: [],
})

/** Search entries: commands that create something, all pages of the administration and its settings, groups of settings. */
export const searchEntries: SearchEntries = (context) => {
  const { engine } = context
  const isBilled = engine !== 'none' && engine !== null
  const pages = (Object.keys(settingPages) as SettingPage[]).filter(
    (page) => isBilled || (page !== 'payments' && page !== 'billings'),
  )
  const tab = (id: string, href: string): SearchEntry => ({
    id: `admin-tab-${id}`,
    kind: 'setting',
    icon: Settings,
    href,
    labelKeys: ['admin:nav.settings', `admin:settings.tab.${id}`],
    wordKeys: [],
  })
  return [
    create('user', UserPlus, 'admin:createUser.title', '/admin/user/create'),
    ...(engine === 'fixed' ? [create('plan', Package, 'admin:plans.create', '/admin/plan/create/fixed')] : []),
    ...adminNavigation(context).flatMap((group) =>
      group.pages.map(
        ({ id, labelKey, icon, href }): SearchEntry => ({
          id: `admin-${id}`,
          kind: 'page',
          icon,
          href,
          labelKeys: [labelKey],
          wordKeys: [group.labelKey, ...(words[id] ?? [])],
        }),
      ),
    ),
    ...pages.map((page) => tab(page, settingPagePath(page))),
    tab('environment', '/admin/settings/environment'),
    tab('server', '/admin/settings/server'),
    ...environment.map(
      ({ id, labelKey, words }): SearchEntry => ({
        id: `admin-environment-${id}`,
        kind: 'setting',
        icon: Settings,
        wordKeys: words,
        labelKeys: ['admin:settings.tab.environment', labelKey],
        href: `/admin/settings/environment#${id}`,
      }),
    ),
    ...pages.flatMap(groupsOf),
  ]
}
