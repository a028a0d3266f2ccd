import { formatLocale } from '../../shared/contract.ts'
import { setCookie } from '../client/cookies.ts'
import { withoutLanguage } from '../contract.ts'
import { useT } from '../i18n/use-t.ts'
import { type MenuItem, useFeedback } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { useAccountActions } from './context.ts'
import { reloadPage, urlReplaced } from './reload-page.ts'

const names = new Map<string, string>()

/**
 * A language's name in itself: “Deutsch”, “English”. Cached, as every page's menu lists all of them. `useLanguageName` has
 * the names that administrators gave to installed languages.
 */
export const languageName = (locale: string): string => {
  const cached = names.get(locale)
  if (cached) return cached
  const displayName = new Intl.DisplayNames([formatLocale(locale)], { type: 'language' }).of(locale) ?? locale
  const name = displayName.charAt(0).toLocaleUpperCase(locale) + displayName.slice(1)
  names.set(locale, name)
  return name
}

/** The language and its setter, which changes it for this browser and the signed-in account and reloads the page's data. */
export const useLanguage = (): [string, (locale: string) => Promise<void>] => {
  const { user, locale } = usePageContext()
  const account = useAccountActions()
  const feedback = useFeedback()
  const t = useT()
  const change = async (next: string) => {
    try {
      if (user) await account.saveSetting('locale', next)
    } catch (error) {
      return void feedback.toast({ kind: 'danger', text: (error as Error).message || t('web:error.offline') })
    }
    setCookie('locale', next)
    const { pathname, search, hash } = location
    history.replaceState(history.state, '', withoutLanguage(pathname + search) + hash)
    urlReplaced()
    await reloadPage()
  }
  return [locale, change]
}

/** Names of languages: given by administrators, else the language's own. */
export const useLanguageName = (): ((locale: string) => string) => {
  const { languageNames } = usePageContext().settings
  return (locale) => languageNames[locale] ?? languageName(locale)
}

/** The installed languages as menu items, by their names. */
export const useLanguageItems = (): MenuItem[] => {
  const { settings } = usePageContext()
  const [locale, setLocale] = useLanguage()
  const nameOf = useLanguageName()
  return settings.locales
    .map((name) => ({
      id: name,
      label: nameOf(name),
      checked: name === locale,
      onSelect: () => void setLocale(name),
    }))
    .sort((one, other) => one.label.localeCompare(other.label, formatLocale(locale)))
}
