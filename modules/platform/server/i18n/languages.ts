import type { Db, Tx } from '../db/db.ts'
import type { Settings } from '../settings/settings.ts'
import type { LanguageChanges, Translations } from './translations.ts'

const maxAgeMs = 1_000

interface LanguageRow {
  locale: string
  name: string
  removed: boolean
  version: string
}

/**
 * Administrators' changes of languages, stored in the database. Every process uses a change within a second; this one from
 * `reload` on, which follows the commit.
 */
export class Languages {
  private readonly db: Db
  private readonly settings: Settings
  private readonly i18n: Translations
  private changes = new Map<string, LanguageChanges>()
  /** Locale → version of its texts that this process has. */
  private versions = new Map<string, string>()
  private loadedAt = Number.NEGATIVE_INFINITY
  private loading: Promise<void> | null = null
  constructor(db: Db, settings: Settings, i18n: Translations) {
    this.db = db
    this.settings = settings
    this.i18n = i18n
  }

  /** Reads the changes of other processes, at most once a second. */
  async refresh(): Promise<void> {
    if (performance.now() - this.loadedAt < maxAgeMs) return
    this.loading ??= this.load().finally(() => {
      this.loading = null
    })
    await this.loading
  }

  /** The next `refresh` reads again. */
  invalidate(): void {
    this.loadedAt = Number.NEGATIVE_INFINITY
  }

  /** Creates a language, offers a removed one again, or renames one. */
  async save(tx: Tx, locale: string, name: string): Promise<void> {
    await tx.query(
      `insert into languages (locale, name) values ($1, $2)
       on conflict (locale) do update
         set name = $2, removed = false, version = languages.version + 1, updated_at = now()`,
      [locale, name],
    )
  }

  /** No longer offers a language, and deletes its changed texts. */
  async remove(tx: Tx, locale: string): Promise<void> {
    await this.touch(tx, locale, { removed: true })
    await tx.query('delete from language_strings where locale = $1', [locale])
  }

  /** Stores texts by key; null returns to the shipped text. */
  async setTexts(tx: Tx, locale: string, texts: ReadonlyMap<string, string | null>): Promise<void> {
    const entries = [...texts]
    await this.touch(tx, locale, { removed: false })
    await tx.query('delete from language_strings where locale = $1 and key = any($2)', [
      locale,
      entries.flatMap(([key, value]) => (value === null ? [key] : [])),
    ])
    const stored = entries.filter(([, value]) => value !== null)
    await tx.query(
      `insert into language_strings (locale, key, value)
       select $1, key, value from unnest($2::text[], $3::text[]) as given (key, value)
       on conflict (locale, key) do update set value = excluded.value`,
      [locale, stored.map(([key]) => key), stored.map(([, value]) => value)],
    )
  }

  private async touch(tx: Tx, locale: string, { removed }: { removed: boolean }): Promise<void> {
    await tx.query(
      `insert into languages (locale, name, removed) values ($1, '', $2)
       on conflict (locale) do update set version = languages.version + 1, removed = $2, updated_at = now()`,
      [locale, removed],
    )
  }

  /** Reads the changes that were committed. */
  async reload(): Promise<void> {
    // A reading that began before the change does not show it.
    await this.loading?.catch(() => undefined)
    this.invalidate()
    await this.refresh()
  }

  private async load(): Promise<void> {
    const startedAt = performance.now()
    const rows = await this.db.query<LanguageRow>(
      'select locale, name, removed, version from languages',
      [],
      'platform.languages',
    )
    const changed = rows.filter(({ locale, version }) => this.versions.get(locale) !== version)
    if (changed.length > 0) {
      const locales = changed.map(({ locale }) => locale)
      const texts = await this.db.query<{ locale: string; key: string; value: string }>(
        'select locale, key, value from language_strings where locale = any($1)',
        [locales],
        'platform.language_strings',
      )
      const changes = new Map(this.changes)
      for (const { locale, name, removed } of changed)
        changes.set(locale, {
          name,
          removed,
          texts: new Map(texts.flatMap((text) => (text.locale === locale ? [[text.key, text.value]] : []))),
        })
      this.changes = changes
      this.versions = new Map(rows.map(({ locale, version }) => [locale, version]))
      this.i18n.change(changes, locales)
    }
    this.i18n.standard = await this.settings.get('language')
    this.loadedAt = startedAt
  }
}
