import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Executor, Tx } from '../db/db.ts'
import type { PlatformTables } from '../entities/index.ts'
import type { Logger } from '../logger.ts'
import { type AnySetting, definitionOf, parseSetting, type SettingDefinitions } from './definition.ts'
import { type SecretCodec, secretCodec } from './secret-codec.ts'

/** Key → value in its unit. Each module adds its own by augmenting this interface in its `settings.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by augmentation
export interface SettingValues {}
export type SettingName = keyof SettingValues & string

/** The settings that everyone may read, as config fields; each module adds its own in the same way. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by augmentation
export interface PublicConfig {}

const maxAgeMs = 1_000
/**
 * While all connections are taken, values that this process has not changed are used this long: a transaction that asks for one
 * may hold the connection that their reading waits for, and so may all others.
 */
const maxAgeWhileBusyMs = 30_000
const busyAfterMs = 200

interface SettingsOptions {
  db: Db
  log: Logger
  definitions: SettingDefinitions
  /** Secrets are stored encrypted with a key from it. */
  appKey: Buffer
  /** Called after each committed change, to notify other processes and open pages. */
  onChange?(): void
}

/** The installation's settings, cached for a second so that a page costs no query for them. */
export class Settings {
  readonly definitions: SettingDefinitions
  private values = new Map<string, unknown>()
  /** Key → invalid stored text, as it was logged. */
  private unreadable = new Map<string, string>()
  private loadedAt = Number.NEGATIVE_INFINITY
  private loading: Promise<void> | null = null
  /** Counts changes, because the result of a reading that began before a change is outdated. */
  private generation = 0
  private shownGeneration = 0
  private readonly db: Db
  private readonly log: Logger
  private readonly secrets: SecretCodec
  private readonly onChange: () => void
  constructor({ db, log, definitions, appKey, onChange = () => undefined }: SettingsOptions) {
    this.db = db
    this.log = log
    this.secrets = secretCodec(appKey)
    this.definitions = definitions
    this.onChange = onChange
  }

  /** The stored value or the default, in the unit of the definition. */
  async get<Name extends SettingName>(name: Name): Promise<SettingValues[Name]> {
    await this.refresh()
    return this.valueOf(name) as SettingValues[Name]
  }

  /** Like `get`, from the database itself and as the transaction sees it. */
  async read<Name extends SettingName>(name: Name, executor: Executor): Promise<SettingValues[Name]> {
    const row = await executor
      .builder<PlatformTables>()
      .selectFrom('settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst()
    const definition = definitionOf(this.definitions, name)
    return (typeof row?.value === 'string' ? this.parse(definition, row.value) : undefined) ?? definition.default
  }

  /**
   * True when the stored text is invalid: a job that deletes rows by this setting then does nothing until it is corrected.
   */
  async isUnreadable(name: SettingName): Promise<boolean> {
    await this.refresh()
    return this.unreadable.has(name)
  }

  /** The settings that everyone may read, as the fields of `GET /api/config`. */
  async publicConfig(locale: string): Promise<PublicConfig> {
    await this.refresh()
    const fields = Object.entries(this.definitions).map(([key, { public: fieldsOf }]) =>
      fieldsOf?.(this.valueOf(key), locale),
    )
    return Object.assign({}, ...fields) as PublicConfig
  }

  /**
   * Stores the values, with `tx` in the caller's transaction. When a changed setting `resets` others, resets them unless
   * they are among the values. Throws `SettingError` for an invalid value.
   */
  async set(values: Partial<SettingValues>, tx?: Tx): Promise<void> {
    await this.store(values, tx)
  }

  /** As `set`; resolves with the names of the dependents that had a value. */
  private async store(values: Partial<SettingValues>, tx?: Tx): Promise<string[]> {
    const rows = Object.entries(values).map(([name, value]) => {
      const text = this.definitions[name]?.type.format(value) ?? ''
      parseSetting(this.definitions, name, text)
      return { name, value: this.definitions[name]?.secret ? this.secrets.encrypt(text) : text }
    })
    const store = async (executor: Executor) => {
      const removed = await this.delete(await this.dependentsOf(values, executor), executor)
      await executor
        .builder<PlatformTables>()
        .insertInto('settings')
        .values(rows)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })))
        .execute()
      return removed
    }
    const removed = rows.length === 0 ? [] : await (tx ? store(tx) : this.db.transaction(store))
    this.changedBy(tx)
    return removed
  }

  /**
   * Deletes the stored value, with `tx` in the caller's transaction, so that the default applies, and resets its dependents
   * if it changes (`resets`). Resolves with the names of the dependents that had a value.
   */
  async reset(name: SettingName, tx?: Tx): Promise<string[]> {
    const values = { [name]: definitionOf(this.definitions, name).default }
    const remove = async (executor: Executor) =>
      this.delete([name, ...(await this.dependentsOf(values, executor))], executor)
    const deleted = await (tx ? remove(tx) : this.db.transaction(remove))
    this.changedBy(tx)
    return deleted.filter((other) => other !== name)
  }

  /** Names of the settings that must be reset when these values are stored. */
  private async dependentsOf(values: Partial<SettingValues>, executor: Executor): Promise<string[]> {
    const names: string[] = []
    for (const [name, value] of Object.entries(values)) {
      const { resets = [], type } = definitionOf(this.definitions, name)
      if (resets.length === 0) continue
      const stored = await this.read(name as SettingName, executor)
      if (type.format(stored) !== type.format(value)) names.push(...resets.filter((reset) => !(reset in values)))
    }
    return names
  }

  /** Deletes stored values. Resolves with the names of the settings that had one. */
  private async delete(names: readonly string[], executor: Executor): Promise<string[]> {
    if (names.length === 0) return []
    const builder = executor.builder<PlatformTables>()
    const deleted = await builder.deleteFrom('settings').where('name', 'in', names).returning('name').execute()
    return deleted.map(({ name }) => name)
  }

  /**
   * Makes this process read the change at its next call, from the commit of `tx` on, or at once without `tx`. Does not
   * depend on whether other processes can be notified.
   */
  private changedBy(tx: Tx | undefined): void {
    const apply = () => {
      this.invalidate()
      this.onChange()
    }
    if (tx) tx.afterCommit(apply)
    else apply()
  }

  /** Undefined for invalid text, and for a secret that was encrypted with another key. */
  private parse({ type, secret }: AnySetting, text: string): unknown {
    const plain = secret ? this.secrets.decrypt(text) : text
    return plain === null ? undefined : type.parse(plain)
  }

  /** Makes the next call read again, because a setting was changed; a running reading may be older than the change. */
  invalidate(): void {
    this.generation += 1
    this.loadedAt = Number.NEGATIVE_INFINITY
    this.loading = null
  }

  /** Key → text of the value that applies. */
  async texts(): Promise<Map<string, string>> {
    await this.refresh()
    return new Map(Object.entries(this.definitions).map(([key, { type }]) => [key, type.format(this.valueOf(key))]))
  }

  /**
   * Parses and stores the text of a value, with `tx` in the caller's transaction; null stores the default. Returns the names of the settings that had a value and
   * were reset with it. Throws `SettingError`.
   */
  async setText(key: string, text: string | null, tx?: Tx): Promise<string[]> {
    definitionOf(this.definitions, key)
    return text === null ? this.reset(key as SettingName, tx) : this.setTexts({ [key]: text }, tx)
  }

  /** As `setText`, of several values: all are stored, or none. */
  async setTexts(texts: Readonly<Record<string, string>>, tx?: Tx): Promise<string[]> {
    const values = Object.entries(texts).map(([key, text]) => [key, parseSetting(this.definitions, key, text)])
    return this.store(Object.fromEntries(values) as Partial<SettingValues>, tx)
  }

  private valueOf(key: string): unknown {
    return this.values.has(key) ? this.values.get(key) : this.definitions[key]?.default
  }

  private async refresh(): Promise<void> {
    const age = performance.now() - this.loadedAt
    if (age < maxAgeMs) return
    if (!this.loading) {
      const loading = this.load().finally(() => {
        if (this.loading === loading) this.loading = null
      })
      this.loading = loading
    }
    const isFresh = age < maxAgeWhileBusyMs
    await (isFresh ? Promise.race([this.loading, delay(busyAfterMs, null, { ref: false })]) : this.loading)
  }

  private async load(): Promise<void> {
    const { generation } = this
    const rows = await this.db.builder<PlatformTables>().selectFrom('settings').selectAll().execute()
    const values = new Map<string, unknown>()
    const unreadable = new Map<string, string>()
    for (const { name, value: text } of rows) {
      const definition = Object.hasOwn(this.definitions, name) ? this.definitions[name] : undefined
      if (!definition || text === null) continue
      const { type } = definition
      const value = this.parse(definition, text)
      if (value !== undefined) values.set(name, value)
      else {
        unreadable.set(name, text)
        if (type.recover) values.set(name, type.recover(text))
      }
    }
    // A later reading has ended before this one.
    if (generation < this.shownGeneration) return
    this.report(unreadable)
    ;[this.values, this.unreadable, this.shownGeneration] = [values, unreadable, generation]
    if (generation === this.generation) this.loadedAt = performance.now()
  }

  /** Logs each invalid value once, not at each read. */
  private report(unreadable: ReadonlyMap<string, string>): void {
    for (const [name, text] of unreadable) {
      if (this.unreadable.get(name) === text) continue
      const { accepts, recover } = this.definitions[name]?.type ?? {}
      if (recover) this.log.warn({ setting: name, accepts }, 'stored setting is invalid, its valid part is used')
      else this.log.error({ setting: name, accepts }, 'stored setting is invalid, its default is used')
    }
  }
}
