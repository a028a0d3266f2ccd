import { join } from 'node:path'
import type { i18n } from 'i18next'
import { BoundedMap, countedKey, type Translate } from '../../../shared/contract.ts'
import { type BuiltTexts, buildTexts, type Messages } from './built-texts.ts'
import { baseLocaleOf, matchLocale } from './match-locale.ts'
import { localesBelow, localesFolder, readLocale } from './read-locale.ts'
import { completeTexts, placeholderFault, type TextMap } from './text-keys.ts'

const maxRememberedTags = 1_000
/** Characters. */
const maxRememberedTagLength = 40

const languageOf = (locale: string) => locale.split('-')[0]

/** Administrators' changes of a language. */
export interface LanguageChanges {
  name: string
  /** True when the language is no longer offered. */
  removed: boolean
  /** Texts instead of the shipped ones. */
  texts: TextMap
}

/**
 * The texts of all languages: administrators' texts (`Languages`) over the shipped ones, which are read from
 * `locales/{locale}/{namespace}.json` when a language is first used (most installations use two or three of them). Missing
 * texts of a variant (`de-AT`) are those of its language, all others are in English.
 */
export class Translations {
  readonly fallback = 'en'
  /** The installation's language, for readers whose own is unknown. */
  standard = 'en'
  private readonly root: string
  private readonly shipped: ReadonlySet<string>
  private readonly shippedTexts = new Map<string, TextMap>()
  private changes: ReadonlyMap<string, LanguageChanges> = new Map()
  /** By locale, the texts of administrators that are used. */
  private readonly fitting = new Map<string, TextMap>()
  private readonly built = new Map<string, BuiltTexts>()
  private offered: string[]
  /** By tag, because requests repeat few of them. */
  private readonly matched = new BoundedMap<string, string | undefined>(maxRememberedTags)

  constructor(root = localesFolder) {
    this.root = root
    this.shipped = new Set(localesBelow(root))
    this.offered = [...this.shipped]
  }

  /** The languages that readers can choose. */
  get locales(): string[] {
    return this.offered
  }

  /** Replaces the changes of administrators; `locales`: the languages whose texts differ from before. */
  change(changes: ReadonlyMap<string, LanguageChanges>, locales: readonly string[]): void {
    this.changes = changes
    const all = new Set([...this.shipped, ...changes.keys()])
    this.offered = [...all].filter((locale) => !changes.get(locale)?.removed)
    this.matched.clear()
    for (const locale of locales) this.fitting.delete(locale)
    // All languages contain English where they lack a text, and variants the texts of their language.
    if (locales.includes(this.fallback)) this.built.clear()
    const languages = new Set(locales.map(languageOf))
    for (const locale of this.built.keys()) if (languages.has(languageOf(locale))) this.built.delete(locale)
  }

  isShipped(locale: string): boolean {
    return this.shipped.has(locale)
  }

  /** Names that administrators gave to languages, by locale. */
  get names(): Record<string, string> {
    const named = this.offered.flatMap((locale): [string, string][] => {
      const name = this.changes.get(locale)?.name
      return name ? [[locale, name]] : []
    })
    return Object.fromEntries(named)
  }

  /** The texts of a language, without texts that others fill in; `shipped`: without administrators' texts, too. */
  texts(locale: string, { shipped = false } = {}): TextMap {
    const own = this.ownTexts(locale)
    const changed = shipped ? undefined : this.fittingTexts(locale)
    return changed && changed.size > 0 ? new Map([...own, ...changed]) : own
  }

  /** The texts that a variant has from its language; none for other languages. */
  baseTexts(locale: string): TextMap {
    const base = baseLocaleOf(locale, this.offered, this.shipped)
    return base === null ? new Map() : new Map([...this.baseTexts(base), ...this.texts(base)])
  }

  /** The texts of administrators alone, also those that are not used (`fittingTexts`). */
  changedTexts(locale: string): TextMap {
    return this.changes.get(locale)?.texts ?? new Map()
  }

  /**
   * The texts of administrators whose placeholders are those of the shipped English text. Versions of Coffer change them, and
   * a text with others would have gaps: the shipped one is used instead.
   */
  fittingTexts(locale: string): TextMap {
    const cached = this.fitting.get(locale)
    if (cached) return cached
    const changed = this.changedTexts(locale)
    const english = changed.size > 0 ? this.ownTexts(this.fallback) : changed
    const fitting = new Map([...changed].filter(([key, text]) => !placeholderFault(english, key, text, locale)))
    this.fitting.set(locale, fitting)
    return fitting
  }

  messages(locale: string): Messages {
    return this.of(locale).messages
  }

  /** A hash of the texts, so that browsers may cache them without expiry; empty for a language that is not offered. */
  version(locale: string): string {
    return this.offered.includes(locale) ? this.of(locale).version : ''
  }

  /** The i18next instance of a locale; read-only, so concurrent renderings share it. */
  instance(locale: string): i18n {
    return this.of(locale).instance
  }

  translator(locale: string): Translate {
    const find = this.instance(locale).t as unknown as (
      key: string | string[],
      values?: Record<string, unknown>,
    ) => string
    return (key, values) => find(countedKey(key, values?.count), values)
  }

  /**
   * The first of `tags` that is offered, else null. A tag also matches its language without region or script (`de-AT`: `de`,
   * `zh-Hans-CN`: `zh`), else the same language of another region (`pt` and `pt-PT`: `pt-BR`).
   */
  match(tags: readonly string[]): string | null {
    for (const tag of tags) {
      const locale = this.matched.has(tag) ? this.matched.get(tag) : this.remember(tag)
      if (locale) return locale
    }
    return null
  }

  /** The language for a person: the chosen one if it is offered, else the installation's, else English. */
  localeOf(chosen: string | null | undefined, installation: string): string {
    return this.match([chosen ?? '', installation]) ?? this.fallback
  }

  private remember(tag: string): string | undefined {
    const locale = matchLocale(this.offered, tag)
    // Clients send any text as a tag.
    if (tag.length > maxRememberedTagLength) return locale
    this.matched.set(tag, locale)
    return locale
  }

  private ownTexts(locale: string): TextMap {
    const cached = this.shippedTexts.get(locale)
    if (cached) return cached
    const texts = this.shipped.has(locale) ? readLocale(join(this.root, locale)) : new Map<string, string>()
    this.shippedTexts.set(locale, texts)
    return texts
  }

  private of(asked: string): BuiltTexts {
    const locale = this.offered.includes(asked) ? asked : this.fallback
    const cached = this.built.get(locale)
    if (cached) return cached
    const built = buildTexts(
      locale,
      completeTexts(this.texts(this.fallback), locale, new Map([...this.baseTexts(locale), ...this.texts(locale)])),
    )
    this.built.set(locale, built)
    return built
  }
}
