import {
  type AuditActor,
  languagesChanged,
  type NewAuditEntry,
  type Platform,
  platformErrors,
  settingsChanged,
  type Tx,
} from '../../../platform/index.ts'
import type { Language, LanguageStrings, StringQuery } from '../../contract.ts'
import { adminErrors } from '../errors.ts'
import { canonicalLocale } from './canonical-locale.ts'
import { countStrings, languageStrings, pageOfStrings, textChecker } from './language-texts.ts'

type Deps = Pick<Platform, 'db' | 'i18n' | 'languages' | 'settings' | 'realtime' | 'audit'>

/** Languages and their texts for administrators. Every process uses a change within a second. */
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

  /** Throws 404 for a language that is not offered, as all methods below that take a `locale`. */
  async read(locale: string): Promise<Language> {
    await this.find(locale)
    return this.present(locale, await this.deps.settings.get('language'))
  }

  /** Throws 422 `language-invalid` and `language-exists`. */
  async create(tag: string, name: string, actor: AuditActor): Promise<Language> {
    const locale = canonicalLocale(tag)
    if (!locale) throw adminErrors.fail('language-invalid')
    await this.deps.languages.refresh()
    if (this.deps.i18n.locales.includes(locale)) throw adminErrors.fail('language-exists')
    const entry: NewAuditEntry = { ...actor, action: 'admin.language.created', target: locale }
    await this.change(entry, (tx) => this.deps.languages.save(tx, locale, name.trim()), { reloadPages: true })
    return this.read(locale)
  }

  async rename(locale: string, name: string, actor: AuditActor): Promise<Language> {
    await this.find(locale)
    const entry: NewAuditEntry = { ...actor, action: 'admin.language.changed', target: locale }
    await this.change(entry, (tx) => this.deps.languages.save(tx, locale, name.trim()), { reloadPages: true })
    return this.read(locale)
  }

  /** Throws 422 `language-required` for English. */
  async remove(locale: string, actor: AuditActor): Promise<void> {
    const { i18n, languages, settings } = this.deps
    await this.find(locale)
    if (locale === i18n.fallback) throw adminErrors.fail('language-required')
    const isDefault = (await settings.get('language')) === locale
    const entry: NewAuditEntry = { ...actor, action: 'admin.language.deleted', target: locale }
    const write = async (tx: Tx) => {
      if (isDefault) await settings.reset('language', tx)
      await languages.remove(tx, locale)
    }
    await this.change(entry, write, { reloadPages: true })
  }

  async strings(locale: string, query: StringQuery): Promise<LanguageStrings> {
    await this.find(locale)
    return pageOfStrings(languageStrings(this.deps.i18n, locale), query)
  }

  /** Throws 422 `language-key-unknown`, `language-placeholders`, `language-text-invalid`. */
  async setString(locale: string, key: string, value: string, actor: AuditActor): Promise<void> {
    await this.find(locale)
    const fault = textChecker(this.deps.i18n, locale)(key, value)
    // An empty value deletes the text: only its key is checked.
    if (fault && (value !== '' || fault.code === 'language-key-unknown')) throw fault
    // The shipped text is stored as no change.
    const isShipped = this.deps.i18n.texts(locale, { shipped: true }).get(key) === value
    const texts = new Map([[key, value === '' || isShipped ? null : value]])
    const entry: NewAuditEntry = { ...actor, action: 'admin.language.changed', target: locale, details: { key } }
    await this.change(entry, (tx) => this.deps.languages.setTexts(tx, locale, texts))
  }

  /** Key → text of the language, without the texts that English fills in. */
  async export(locale: string): Promise<Record<string, string>> {
    await this.find(locale)
    return Object.fromEntries(this.deps.i18n.texts(locale))
  }

  /** Stores the valid texts. Resolves with their number, and with the error codes of the others. */
  async import(locale: string, texts: Record<string, string>, actor: AuditActor) {
    const { i18n, languages } = this.deps
    await this.find(locale)
    const shipped = i18n.texts(locale, { shipped: true })
    const faultOf = textChecker(i18n, locale)
    const rejected: { key: string; code: string; values?: Record<string, unknown> }[] = []
    const accepted = new Map<string, string | null>()
    for (const [key, value] of Object.entries(texts)) {
      const fault = value === '' ? null : faultOf(key, value)
      if (fault) rejected.push({ key, code: fault.code, values: fault.extras.values ?? {} })
      else if (value !== '') accepted.set(key, shipped.get(key) === value ? null : value)
    }
    const details = { imported: accepted.size }
    await this.change({ ...actor, action: 'admin.language.changed', target: locale, details }, async (tx) => {
      if (accepted.size > 0) await languages.setTexts(tx, locale, accepted)
    })
    return { ...details, rejected }
  }

  private async find(locale: string): Promise<void> {
    await this.deps.languages.refresh()
    if (!this.deps.i18n.locales.includes(locale)) throw platformErrors.fail('not-found')
  }

  /**
   * Writes a change and its audit entry in one transaction; all processes then read the languages again. `reloadPages`: open
   * pages do so too, because their menus show the languages.
   */
  private async change(
    entry: NewAuditEntry,
    write: (tx: Tx) => Promise<void>,
    { reloadPages = false } = {},
  ): Promise<void> {
    const { db, audit, languages, realtime } = this.deps
    await db.transaction(async (tx) => {
      await write(tx)
      await audit(entry, tx)
    })
    await languages.reload()
    realtime.publishToEverybody({ event: languagesChanged, ids: {} })
    if (reloadPages) realtime.publishToEverybody({ event: settingsChanged, ids: {} })
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
