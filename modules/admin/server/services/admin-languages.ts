import { languagesChanged, type Platform, platformErrors, settingsChanged } from '../../../platform/index.ts'
import type { Language, LanguageStrings, StringQuery } from '../../contract.ts'
import { adminErrors } from '../errors.ts'
import { countStrings, languageStrings, pageOfStrings, textChecker } from './language-texts.ts'

type Deps = Pick<Platform, 'i18n' | 'languages' | 'settings' | 'realtime'>

const canonical = (locale: string): string | null => {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(locale)
    return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/.test(tag) ? tag : null
  } catch {
    return null
  }
}

/** Languages and their texts for administrators; every process uses a change within a second. */
export class AdminLanguages {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  async list(): Promise<Language[]> {
    await this.deps.languages.refresh()
    const current = await this.deps.settings.get('language')
    return this.deps.i18n.locales.map((locale) => this.present(locale, current))
  }

  /** The language of the installation. */
  async current(): Promise<Language> {
    const locale = await this.deps.settings.get('language')
    return this.present(locale, locale)
  }

  /** 404 for a language that is not offered, as the following. */
  async read(locale: string): Promise<Language> {
    await this.find(locale)
    return this.present(locale, await this.deps.settings.get('language'))
  }

  /** Throws 422 `language-invalid` and `language-exists`. */
  async create(given: string, name: string): Promise<Language> {
    const locale = canonical(given)
    if (!locale) throw adminErrors.fail('language-invalid')
    await this.deps.languages.refresh()
    if (this.deps.i18n.locales.includes(locale)) throw adminErrors.fail('language-exists')
    await this.deps.languages.save(locale, name.trim())
    this.publish(true)
    return this.read(locale)
  }

  async rename(locale: string, name: string): Promise<Language> {
    await this.find(locale)
    await this.deps.languages.save(locale, name.trim())
    this.publish(true)
    return this.read(locale)
  }

  /** Throws 422 `language-required` for English. */
  async remove(locale: string): Promise<void> {
    const { i18n, languages, settings } = this.deps
    await this.find(locale)
    if (locale === i18n.fallback) throw adminErrors.fail('language-required')
    if ((await settings.get('language')) === locale) await settings.reset('language')
    await languages.remove(locale)
    this.publish(true)
  }

  async strings(locale: string, query: StringQuery): Promise<LanguageStrings> {
    await this.find(locale)
    return pageOfStrings(languageStrings(this.deps.i18n, locale), query)
  }

  /** Throws 422 `language-key-unknown`, `language-placeholders`, `language-text-invalid`. */
  async setString(locale: string, key: string, value: string): Promise<void> {
    await this.find(locale)
    const fault = textChecker(this.deps.i18n, locale)(key, value)
    // Without a text there is nothing to check but the key.
    if (fault && (value !== '' || fault.code === 'language-key-unknown')) throw fault
    // A text that is the product's own is not a change.
    const isShipped = this.deps.i18n.texts(locale, { shipped: true }).get(key) === value
    await this.deps.languages.setTexts(locale, new Map([[key, value === '' || isShipped ? null : value]]))
    this.publish(false)
  }

  /** All texts that are not taken from English, by key. */
  async export(locale: string): Promise<Record<string, string>> {
    await this.find(locale)
    return Object.fromEntries(this.deps.i18n.texts(locale))
  }

  /** Stores the valid texts; returns their number and the codes of the others. */
  async import(locale: string, texts: Record<string, string>) {
    const { i18n, languages } = this.deps
    await this.find(locale)
    const shipped = i18n.texts(locale, { shipped: true })
    const faultOf = textChecker(i18n, locale)
    const rejected: { key: string; code: string; values?: Record<string, unknown> }[] = []
    const accepted = new Map<string, string | null>()
    for (const [key, value] of Object.entries(texts)) {
      const fault = value === '' ? null : faultOf(key, value)
      if (fault) rejected.push({ key, code: fault.code, values: fault.extras.values ?? {} })
      // A text that is the product's own is not a change.
      else if (value !== '') accepted.set(key, shipped.get(key) === value ? null : value)
    }
    if (accepted.size > 0) await languages.setTexts(locale, accepted)
    this.publish(false)
    return { imported: accepted.size, rejected }
  }

  private async find(locale: string): Promise<void> {
    await this.deps.languages.refresh()
    if (!this.deps.i18n.locales.includes(locale)) throw platformErrors.fail('not-found')
  }

  /** Other processes read the change at once; `reloadPages`: so do open pages, whose menus show the languages. */
  private publish(reloadPages: boolean): void {
    this.deps.realtime.publishToEverybody({ event: languagesChanged, ids: {} })
    if (reloadPages) this.deps.realtime.publishToEverybody({ event: settingsChanged, ids: {} })
  }

  private present(locale: string, current: string): Language {
    const { i18n } = this.deps
    return {
      id: locale,
      type: 'language',
      attributes: {
        locale,
        name: i18n.names[locale] ?? '',
        is_default: locale === current,
        shipped: i18n.isShipped(locale),
        ...countStrings(i18n, locale),
      },
    }
  }
}
