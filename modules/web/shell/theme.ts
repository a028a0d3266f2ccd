import { Monitor, Moon, Sun } from 'lucide-react'
import { useSnapshot } from 'valtio'
import type { PageContext } from 'vike/types'
import { useT } from '../i18n/use-t.ts'
import type { EmojiType, IconType, MenuItem } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { useAccountActions, useShell } from './context.ts'

type ThemeMode = PageContext['theme']

export const themeIcons: Record<ThemeMode, IconType> = { light: Sun, dark: Moon, system: Monitor }
const modes: ThemeMode[] = ['light', 'dark', 'system']
/** Settings are saved 150 ms after the last change. */
const saveDelayMs = 150
let timer: ReturnType<typeof setTimeout> | undefined

/** The theme and its setter, which applies it immediately and saves it in a cookie and the signed-in account. */
export const useTheme = (): [ThemeMode, (theme: ThemeMode) => void] => {
  const shell = useShell()
  const account = useAccountActions()
  const { user } = usePageContext()
  const { theme } = useSnapshot(shell.state)
  const change = (next: ThemeMode) => {
    shell.setTheme(next)
    clearTimeout(timer)
    // A failure is harmless: the cookie has the value, and the next change saves again.
    if (user) timer = setTimeout(() => account.saveSetting('theme_mode', next).catch(() => {}), saveDelayMs)
  }
  return [theme, change]
}

/** Rendering of emoji, and its setter, which applies it immediately and saves it in the account. */
export const useEmojiType = (): [EmojiType, (type: EmojiType) => void] => {
  const shell = useShell()
  const account = useAccountActions()
  const { user } = usePageContext()
  const { emoji } = useSnapshot(shell.state)
  const change = (next: EmojiType) => {
    shell.state.emoji = next
    // After a failure the next change saves again, as with the theme.
    if (user) account.saveSetting('emoji_type', next).catch(() => {})
  }
  return [emoji, change]
}

/** Light, dark, system as menu items. */
export const useThemeItems = (): MenuItem[] => {
  const t = useT()
  const [theme, setTheme] = useTheme()
  return modes.map((mode) => ({
    id: mode,
    label: t(`web:shell.theme.${mode}`),
    icon: themeIcons[mode],
    checked: mode === theme,
    onSelect: () => setTheme(mode),
  }))
}
