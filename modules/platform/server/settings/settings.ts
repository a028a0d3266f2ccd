import type { Db, Sql } from '../db/db.ts'
import type { Logger } from '../logger.ts'
import { parseSetting, type SettingDefinitions } from './definition.ts'

/** Key → value in its unit. Each module adds its own by augmenting this interface in its `settings.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by augmentation
export interface SettingValues {}
export type SettingName = keyof SettingValues & string

/** What everybody may read of the settings; filled by the same augmentation. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by augmentation
export interface PublicConfig {}

const maxAgeMs = 1_000

/** The installation's settings, kept for a second so that a page costs no query for them. */
export class Settings {
  readonly definitions: SettingDefinitions
  private values = new Map<string, unknown>()
  /** Key → stored text that could not be read, as the log has it. */
  private unreadable = new Map<string, string>()
  private readAt = Number.NEGATIVE_INFINITY
  private reading: Promise<void> | null = null
  private readonly db: Db
  private readonly log: Logger
  constructor({ db, log, definitions }: { db: Db; log: Logger; definitions: SettingDefinitions }) {
    this.db = db
    this.log = log
    this.definitions = definitions
  }

  /** The stored value, else the default; in the unit of the definition. */
  async get<Name extends SettingName>(name: Name): Promise<SettingValues[Name]> {
    await this.fresh()
    return this.valueOf(name) as SettingValues[Name]
  }

  /** True when something is stored that cannot be read: what deletes by this setting then waits for the operator. */
  async isUnreadable(name: SettingName): Promise<boolean> {
    await this.fresh()
    return this.unreadable.has(name)
  }

  /** All settings that everybody may read, under their names and in their units of `GET /api/config`. */
  async publicConfig(locale: string): Promise<PublicConfig> {
    await this.fresh()
    const fields = Object.entries(this.definitions).map(([key, { public: fieldsOf }]) =>
      fieldsOf?.(this.valueOf(key), locale),
    )
    return Object.assign({}, ...fields) as PublicConfig
  }

  /** With `sql` inside a transaction of the caller's. Throws `SettingError` for a value that is not accepted. */
  async set(values: Partial<SettingValues>, sql: Sql = this.db): Promise<void> {
    const texts = Object.entries(values).map(([key, value]) => {
      const text = this.definitions[key]?.type.format(value) ?? ''
      parseSetting(this.definitions, key, text)
      return [key, text] as const
    })
    await sql.query(
      `insert into settings (name, value) select * from unnest($1::text[], $2::text[])
       on conflict (name) do update set value = excluded.value`,
      [texts.map(([key]) => key), texts.map(([, text]) => text)],
    )
    this.readAt = Number.NEGATIVE_INFINITY
  }

  /** Back to the default. */
  async reset(name: SettingName): Promise<void> {
    await this.db.query('delete from settings where name = $1', [name])
    this.readAt = Number.NEGATIVE_INFINITY
  }

  private valueOf(key: string): unknown {
    return this.values.has(key) ? this.values.get(key) : this.definitions[key]?.default
  }

  private async fresh(): Promise<void> {
    if (performance.now() - this.readAt < maxAgeMs) return
    this.reading ??= this.read().finally(() => {
      this.reading = null
    })
    await this.reading
  }

  private async read(): Promise<void> {
    const rows = await this.db.query<{ name: string; value: string | null }>('select name, value from settings')
    const values = new Map<string, unknown>()
    const unreadable = new Map<string, string>()
    for (const { name, value: text } of rows) {
      const type = Object.hasOwn(this.definitions, name) ? this.definitions[name]?.type : undefined
      if (!type || text === null) continue
      const value = type.parse(text)
      if (value !== undefined) values.set(name, value)
      else {
        unreadable.set(name, text)
        if (type.recover) values.set(name, type.recover(text))
      }
    }
    this.report(unreadable)
    ;[this.values, this.unreadable, this.readAt] = [values, unreadable, performance.now()]
  }

  /** One line per value that cannot be read, not one per reading. */
  private report(unreadable: ReadonlyMap<string, string>): void {
    for (const [name, text] of unreadable) {
      if (this.unreadable.get(name) === text) continue
      const accepts = this.definitions[name]?.type.accepts
      this.log.error({ setting: name, accepts }, 'stored setting cannot be read, its default is used')
    }
  }
}
