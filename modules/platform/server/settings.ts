import type { Db, Sql } from './db/db.ts'

/** Defaults of the settings that exist (API.md §17); a name that is not here cannot be written. Values are strings. */
export const settingDefaults = {
  setup_wizard_success: '0',
  license: '',
  app_title: 'Coffer',
  app_description: '',
  app_color: '#00BC7E',
  contact_email: '',
  registration: '1',
  user_verification: '0',
  storage_limitation: '1',
  default_max_storage_amount: '5',
  default_max_team_member: '10',
  subscription_type: 'none',
  language: 'en',
  allow_homepage: '1',
  mimetypes_blacklist: '',
  /** Megabytes; 0 = unlimited. */
  upload_limit: '0',
  /** Megabytes (API.md D10). */
  chunk_size: '16',
  /** Days; 0 = never (API.md D21). */
  trash_retention_days: '30',
  /** Days that the former content of replaced files is kept; 0 = not at all. */
  versions_retention_days: '30',
  /** Former contents kept per file. */
  versions_max: '50',
  /** Addresses in the access logs of links: `short`, `full` or `none`. */
  share_log_addresses: 'short',
} as const
export type SettingName = keyof typeof settingDefaults

const maxAge = 1_000

/** The installation's settings, kept for a second so that a page costs no query for them. */
export class Settings {
  private values: Record<string, string> = {}
  private readAt = 0
  private reading: Promise<void> | null = null
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  async get(name: SettingName): Promise<string> {
    await this.fresh()
    return this.values[name] ?? settingDefaults[name]
  }

  async flag(name: SettingName): Promise<boolean> {
    return ['1', 'true'].includes(await this.get(name))
  }

  async number(name: SettingName): Promise<number> {
    return Number(await this.get(name)) || 0
  }

  /** With `sql` inside a transaction of the caller's. */
  async set(values: Partial<Record<SettingName, string>>, sql: Sql = this.db): Promise<void> {
    const names = Object.keys(values)
    await sql.query(
      `insert into settings (name, value) select * from unnest($1::text[], $2::text[])
       on conflict (name) do update set value = excluded.value`,
      [names, Object.values(values)],
    )
    this.readAt = 0
  }

  private async fresh(): Promise<void> {
    if (Date.now() - this.readAt < maxAge) return
    this.reading ??= this.read().finally(() => {
      this.reading = null
    })
    await this.reading
  }

  private async read(): Promise<void> {
    const rows = await this.db.query<{ name: string; value: string | null }>('select name, value from settings')
    this.values = Object.fromEntries(
      rows.filter((row) => row.value !== null).map((row) => [row.name, row.value as string]),
    )
    this.readAt = Date.now()
  }
}
