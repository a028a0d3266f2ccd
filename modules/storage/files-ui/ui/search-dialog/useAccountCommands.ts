import { Languages, Moon, Settings2, Sun } from 'lucide-react'
import { navigate } from 'vike/client/router'
import { settingsSections } from '../../../../users/ui.ts'
import { useLanguageItems, usePageContext, userPagesOf, useT, useTheme, useThemeItems } from '../../../../web/ui.ts'
import { useSearchEntries } from '../extensions/useSearchEntries.ts'
import type { Command } from './command.ts'

/** Switches between the light and the dark theme. */
export const useThemeCommand = (): Command => {
  const t = useT()
  const [, setTheme] = useTheme()
  const chosen = document.documentElement.dataset.theme
  const dark = chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  return {
    id: 'theme',
    label: t(dark ? 'storage:search.light' : 'storage:search.dark'),
    icon: dark ? Sun : Moon,
    run: () => setTheme(dark ? 'light' : 'dark'),
  }
}

/** Pages of the account and the settings on them; theme and language. */
export const useAccountCommands = (): Command[] => {
  const t = useT()
  const { user } = usePageContext()
  const themes = useThemeItems()
  const languages = useLanguageItems()
  return [
    ...userPagesOf(user).map(({ id, labelKey, icon, href }) => ({
      id: `go-${id}`,
      label: t('storage:search.goTo', { place: t(labelKey) }),
      icon,
      run: () => navigate(href),
    })),
    ...settingsSections.map(({ id, labelKey, wordsKey, href }) => ({
      id: `setting-${id}`,
      label: t('storage:search.setting', { name: t(labelKey) }),
      words: `${t(labelKey)} ${t(wordsKey)}`,
      icon: Settings2,
      run: () => navigate(href),
    })),
    ...themes.map(({ id, label, icon = Sun, onSelect }) => ({
      id: `theme-${id}`,
      label: t('storage:search.setTheme', { theme: label }),
      words: label,
      icon,
      run: () => onSelect?.(),
    })),
    ...languages.map(({ id, label, onSelect }) => ({
      id: `language-${id}`,
      label: t('storage:search.setLanguage', { language: label }),
      words: label,
      icon: Languages,
      run: () => onSelect?.(),
    })),
  ]
}

/** Pages and settings of modules above storage. */
export const useFurtherCommands = (): Command[] => {
  const t = useT()
  return useSearchEntries().map(({ id, kind, labelKeys, wordKeys, icon, href }): Command => {
    const name = labelKeys.map((key) => t(key)).join(' · ')
    const labels = {
      create: name,
      page: t('storage:search.goTo', { place: name }),
      setting: t('storage:search.setting', { name }),
    }
    return {
      id,
      icon,
      words: [...labelKeys, ...wordKeys].map((key) => t(key)).join(' '),
      label: labels[kind],
      run: () => navigate(href),
    }
  })
}
