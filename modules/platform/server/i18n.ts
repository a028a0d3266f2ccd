import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInstance, type i18n } from 'i18next'

const localesFolder = fileURLToPath(new URL('../../../locales/', import.meta.url))

/** Languages that have texts. */
export const installedLocales = (): string[] => readdirSync(localesFolder)

/** Flat: `storage:popup.rename.title` → text (API.md D37). */
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

/** The texts of all languages: files in `locales/{locale}/{namespace}.json`, read once at start. */
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
        // Keys are flat and carry their namespace, the same on both sides of the wire.
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

  /** Changes with the texts, so that browsers may keep them for ever under this name. */
  version(locale: string): string {
    return this.versions.get(locale) ?? ''
  }

  /** The i18next instance of a locale; read-only, so renders may share it. */
  instance(locale: string): i18n {
    return (this.instances.get(locale) ?? this.instances.get(this.fallback)) as i18n
  }

  translator(locale: string): Translate {
    return this.instance(locale).t as unknown as Translate
  }

  /** The first wanted locale that exists (`de-AT` finds `de`), else null. */
  match(wanted: readonly string[]): string | null {
    for (const tag of wanted) {
      const found = [tag, tag.split('-')[0] ?? ''].find((candidate) => this.byLocale.has(candidate))
      if (found) return found
    }
    return null
  }
}
