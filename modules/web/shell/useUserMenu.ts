import { Gauge, Keyboard, Languages, LogOut } from 'lucide-react'
import { useT } from '../i18n/use-t.ts'
import { type MenuEntry, usePhone } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { useShell } from './context.ts'
import { useLanguageItems } from './language.ts'
import { sectionsOf } from './rail-sections.ts'
import { shellKeys } from './shortcuts/shell-keys.ts'
import { themeIcons, useTheme, useThemeItems } from './theme.ts'
import { billingPage, userPagesOf } from './user-pages.ts'
import { useSignOut } from './useSignOut.ts'

/** Entries of the account menu: account pages, theme, language, shortcuts, sign out. */
export const useUserMenu = (): MenuEntry[] => {
  const t = useT()
  const { user } = usePageContext()
  const shell = useShell()
  const [theme] = useTheme()
  const themes = useThemeItems()
  const languages = useLanguageItems()
  const signOut = useSignOut()
  const phone = usePhone()
  if (!user) return []
  const administration = sectionsOf(user.role).filter(({ role }) => role)
  const shortcuts = {
    id: 'shortcuts',
    label: t('web:shell.shortcuts.title'),
    icon: Keyboard,
    shortcut: shell.shortcuts.shown(shellKeys.help),
    onSelect: () => {
      shell.state.shortcutsOpen = true
    },
  }
  return [
    {
      group: user.name,
      ...(user.name === user.email ? {} : { note: user.email }),
      items: [
        ...(user.usageCost
          ? [
              {
                id: 'usage',
                href: billingPage,
                label: t('web:shell.usageCost', { amount: user.usageCost }),
                icon: Gauge,
              },
            ]
          : []),
        ...userPagesOf(user).map(({ id, href, labelKey, icon }) => ({ id, href, label: t(labelKey), icon })),
        ...administration.map(({ id, href, labelKey, icon }) => ({ id, href, label: t(labelKey), icon })),
        { id: 'theme', label: t('web:shell.theme.label'), icon: themeIcons[theme], items: themes },
        { id: 'language', label: t('web:shell.language'), icon: Languages, items: languages },
        ...(phone ? [] : [shortcuts]),
      ],
    },
    { separator: true },
    { id: 'sign-out', label: t('web:shell.signOut.label'), icon: LogOut, onSelect: () => void signOut() },
  ]
}
