import { reload } from 'vike/client/router'
import { rememberInCookie } from '../client/cookies.ts'
import type { MenuItem } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { useAccount } from './context.ts'

const names = new Map<string, string>()

/** A language in its own words: “Deutsch”, “English”. Each is made once: every page's menu asks for all of them. */
export const languageName = (locale: string): string => {
  const known = names.get(locale)
  if (known) return known
  const given = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
  const name = given.charAt(0).toLocaleUpperCase(locale) + given.slice(1)
  names.set(locale, name)
  return name
}

/** Changes the language of this browser and, signed in, of the account; the page comes again in it. */
export const useLanguage = (): [string, (locale: string) => Promise<void>] => {
  const { user, locale } = usePageContext()
  const account = useAccount()
  const change = async (next: string) => {
    rememberInCookie('locale', next)
    if (user) await account.saveSetting('locale', next)
    await reload()
  }
  return [locale, change]
}

/** The installed languages as lines of a menu. */
export const useLanguageItems = (): MenuItem[] => {
  const { settings } = usePageContext()
  const [locale, setLocale] = useLanguage()
  return settings.locales.map((name) => ({
    id: name,
    label: languageName(name),
    checked: name === locale,
    onSelect: () => void setLocale(name),
  }))
}
