import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { i18n } from 'i18next'
import { BoundedMap, type Translate } from '../../../shared/contract.ts'
import { type BuiltTexts, buildTexts, type Messages } from './built-texts.ts'
import { completeTexts, type TextMap } from './text-keys.ts'

const localesFolder = fileURLToPath(new URL('../../../../locales/', import.meta.url))

const maxRememberedTags = 1_000
/** Characters. */
const maxRememberedTagLength = 40

const flatten = (tree: object, prefix: string, into: Map<string, string>): void => {
  for (const [name, value] of Object.entries(tree)) {
    const key = prefix.endsWith(':') ? prefix + name : `${prefix}.${name}`
    if (typeof value === 'string') into.set(key, value)
    else flatten(value as object, key, into)
  }
}

/** The texts in the files of a language's folder, by `namespace:key.of.text`. */
const readLocale = (path: string): Map<string, string> => {
  const texts = new Map<string, string>()
  for (const file of readdirSync(path).filter((name) => name.endsWith('.json')))
    flatten(JSON.parse(readFileSync(join(path, file), 'utf8')) as object, `${file.slice(0, -5)}:`, texts)
  return texts
}

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
 * texts are in English.
 */
export class Translations {
  readonly fallback = 'en'
  /** The installation's language, for readers whose own is unknown. */
  standard = 'en'
  private readonly root: string
  private readonly shipped: ReadonlySet<string>
  private readonly shippedTexts = new Map<string, TextMap>()
  private changes: ReadonlyMap<string, LanguageChanges> = new Map()
  private readonly built = new Map<string, BuiltTexts>()
  private offered: string[]
  /** By tag, because requests repeat few of them. */
  private readonly matched = new BoundedMap<string, string | undefined>(maxRememberedTags)

  constructor(root = localesFolder) {
    this.root = root
    this.shipped = new Set(readdirSync(root).sort())
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
    // All languages contain English where they lack a text.
    if (locales.includes(this.fallback)) this.built.clear()
    for (const locale of locales) this.built.delete(locale)
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

  /** The texts of a language, without texts that English fills in; `shipped`: without administrators' texts, too. */
  texts(locale: string, { shipped = false } = {}): TextMap {
    const own = this.ownTexts(locale)
    const changed = this.changes.get(locale)?.texts
    return shipped || !changed || changed.size === 0 ? own : new Map([...own, ...changed])
  }

  /** The texts of administrators alone. */
  changedTexts(locale: string): TextMap {
    return this.changes.get(locale)?.texts ?? new Map()
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
    return this.instance(locale).t as unknown as Translate
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
    const locale = this.offeredFor(tag.toLowerCase())
    // Clients send any text as a tag.
    if (tag.length > maxRememberedTagLength) return locale
    this.matched.set(tag, locale)
    return locale
  }

  private offeredFor(tag: string): string | undefined {
    const parts = tag.split('-')
    for (let length = parts.length; length > 0; length -= 1) {
      const shorter = parts.slice(0, length).join('-')
      const offered = this.offered.find((locale) => locale.toLowerCase() === shorter)
      if (offered) return offered
    }
    return this.offered.find((locale) => locale.toLowerCase().startsWith(`${parts[0]}-`))
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
    const built = buildTexts(locale, completeTexts(this.texts(this.fallback), locale, this.texts(locale)))
    this.built.set(locale, built)
    return built
  }
}
