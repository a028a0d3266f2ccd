import { reload } from 'vike/client/router'
import { setCookie } from '../client/cookies.ts'
import type { MenuItem } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { useAccountActions } from './context.ts'

const names = new Map<string, string>()

/** A language's name in itself: “Deutsch”, “English”. Cached, as every page's menu lists all of them. */
export const languageName = (locale: string): string => {
  const cached = names.get(locale)
  if (cached) return cached
  const given = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
  const name = given.charAt(0).toLocaleUpperCase(locale) + given.slice(1)
  names.set(locale, name)
  return name
}

/** The language and its setter, which changes it for this browser and the signed-in account and reloads the page's data. */
export const useLanguage = (): [string, (locale: string) => Promise<void>] => {
  const { user, locale } = usePageContext()
  const account = useAccountActions()
  const change = async (next: string) => {
    setCookie('locale', next)
    if (user) await account.saveSetting('locale', next)
    await reload()
  }
  return [locale, change]
}

/** The installed languages as menu items, by their names. */
export const useLanguageItems = (): MenuItem[] => {
  const { settings } = usePageContext()
  const [locale, setLocale] = useLanguage()
  return settings.locales
    .map((name) => ({
      id: name,
      label: settings.languageNames[name] ?? languageName(name),
      checked: name === locale,
      onSelect: () => void setLocale(name),
    }))
    .sort((one, other) => one.label.localeCompare(other.label, locale))
}
