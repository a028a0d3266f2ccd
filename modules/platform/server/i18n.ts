import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInstance, type i18n } from 'i18next'

const localesFolder = fileURLToPath(new URL('../../../locales/', import.meta.url))

/** Languages with a catalogue in `locales/`. */
export const installedLocales = (): string[] => readdirSync(localesFolder)

/** Flat: `storage:dialog.rename.title` → text (D37). */
export type Messages = Record<string, string>
export type Translate = (key: string, values?: Record<string, unknown>) => string

const flatten = (tree: object, prefix: string, into: Messages): Messages => {
  for (const [name, value] of Object.entries(tree)) {
    const key = prefix.endsWith(':') ? prefix + name : `${prefix}.${name}`
    if (typeof value === 'string') into[key] = value
    else flatten(value as object, key, into)
  }
  return into
}

const readLocale = (path: string): Messages => {
  const messages: Messages = {}
  for (const file of readdirSync(path).filter((name) => name.endsWith('.json')))
    flatten(JSON.parse(readFileSync(join(path, file), 'utf8')) as object, `${file.slice(0, -5)}:`, messages)
  return messages
}

/** The texts of all languages, read once at the start from `locales/{locale}/{namespace}.json`. */
export class Translations {
  readonly fallback = 'en'
  private readonly byLocale = new Map<string, Messages>()
  private readonly versions = new Map<string, string>()
  private readonly instances = new Map<string, i18n>()

  constructor(root = localesFolder) {
    for (const locale of readdirSync(root)) {
      const messages = readLocale(join(root, locale))
      this.byLocale.set(locale, messages)
      this.versions.set(locale, createHash('sha256').update(JSON.stringify(messages)).digest('base64url').slice(0, 12))
    }
    for (const locale of this.byLocale.keys()) {
      const instance = createInstance()
      void instance.init({
        initAsync: false,
        lng: locale,
        fallbackLng: this.fallback,
        // Keys are flat and include their namespace, on the server as in the browser.
        keySeparator: false,
        nsSeparator: false,
        resources: Object.fromEntries([...this.byLocale].map(([name, texts]) => [name, { translation: texts }])),
        interpolation: { escapeValue: false },
      })
      this.instances.set(locale, instance)
    }
  }

  get locales(): string[] {
    return [...this.byLocale.keys()]
  }

  messages(locale: string): Messages {
    return this.byLocale.get(locale) ?? this.byLocale.get(this.fallback) ?? {}
  }

  /** A hash of the texts, so that browsers may cache them without expiry. */
  version(locale: string): string {
    return this.versions.get(locale) ?? ''
  }

  /** The i18next instance of a locale; read-only, so concurrent renderings share it. */
  instance(locale: string): i18n {
    return (this.instances.get(locale) ?? this.instances.get(this.fallback)) as i18n
  }

  translator(locale: string): Translate {
    return this.instance(locale).t as unknown as Translate
  }

  /** The first of `tags` that exists (`de-AT` also matches `de`), else null. */
  match(tags: readonly string[]): string | null {
    for (const tag of tags) {
      const found = [tag, tag.split('-')[0] ?? ''].find((candidate) => this.byLocale.has(candidate))
      if (found) return found
    }
    return null
  }
}
