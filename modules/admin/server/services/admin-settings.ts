import type { Billing } from '../../../billing/index.ts'
import {
  type AnySetting,
  type AuditActor,
  type BrandingSetting,
  brandingSettings,
  checkBackupUrl,
  type Platform,
  SettingError,
  type SettingName,
  type Tx,
} from '../../../platform/index.ts'
import type { Site } from '../../../site/index.ts'
import {
  type SettingField,
  type SettingGroups,
  type SettingPage,
  type SocialService,
  settingPages,
} from '../../contract.ts'
import { adminErrors } from '../errors.ts'
import { testedSettings } from './tested-settings.ts'

type SettingValue = string | number | boolean | null
interface Deps {
  branding: Site['api']['branding']
  billing: Pick<Billing, 'isOtherCurrencyUsed'>
}

const isImage = (name: string): name is BrandingSetting => (brandingSettings as readonly string[]).includes(name)
const textOf = (value: SettingValue): string | null => (value === null ? null : String(value))

/** Reads and changes settings by their definitions. A change applies at once in every process and open page. */
export class AdminSettings {
  private readonly platform: Pick<Platform, 'db' | 'settings' | 'audit' | 'i18n'>
  private readonly deps: Deps
  constructor(platform: Pick<Platform, 'db' | 'settings' | 'audit' | 'i18n'>, deps: Deps) {
    this.platform = platform
    this.deps = deps
  }

  /** Name → text, of all or the named ones; without the values of secrets. Throws 422 `setting-unknown`. */
  async values(names?: readonly string[]): Promise<Record<string, string>> {
    const texts = await this.platform.settings.texts()
    const wanted = names ?? [...texts.keys()]
    return Object.fromEntries(wanted.map((name) => [name, this.definition(name).secret ? '' : (texts.get(name) ?? '')]))
  }

  async page(page: SettingPage): Promise<SettingGroups> {
    const texts = await this.platform.settings.texts()
    return {
      groups: settingPages[page].map(({ id, names }) => ({
        id,
        fields: names.map((name) => this.withLanguages(fieldOf(name, this.definition(name), texts.get(name)))),
      })),
    }
  }

  /** True when a change requires a recently confirmed password. Throws 422 `setting-unknown`. */
  requiresConfirmation(name: string): boolean {
    const { secret = false, confirm = false } = this.definition(name)
    return secret || confirm
  }

  /**
   * Throws 422 `setting-unknown`, also for settings that only the setup or a tested form writes, `setting-invalid`,
   * `currency-in-use`, and `storage-…` for an object store that cannot be used for backups; then nothing is stored.
   */
  async set(name: string, value: SettingValue, actor: AuditActor): Promise<void> {
    const { i18n } = this.platform
    const { internal } = this.definition(name)
    if (internal || testedSettings.includes(name)) throw adminErrors.fail('setting-unknown')
    const isUnknownLanguage = name === 'language' && value !== null && !i18n.locales.includes(String(value))
    if (isUnknownLanguage) throw adminErrors.fail('setting-invalid')
    if (isImage(name) && value !== null) throw adminErrors.fail('setting-invalid')
    if (name === 'billing_currency') await this.requireUnusedCurrency(textOf(value))
    // `save` rejects an invalid URL, as of every setting.
    if (name === 'backup_url') await checkBackupUrl(textOf(value) ?? '')
    await this.save(name, value, actor)
  }

  /** Stores the credentials of a service and turns it on. Throws 422 `setting-invalid`; then nothing is stored. */
  async setSocialService(
    service: SocialService,
    credentials: { id: string; secret: string },
    actor: AuditActor,
  ): Promise<void> {
    const [id, secret] = [`${service}_client_id`, `${service}_client_secret`]
    const allowed = service === 'recaptcha' ? 'allowed_recaptcha' : `allowed_${service}_login`
    const texts = { [id]: credentials.id, [secret]: credentials.secret, [allowed]: '1' }
    const fields: Record<string, string> = { [id]: 'client_id', [secret]: 'client_secret' }
    await this.audited(Object.keys(texts), actor, (tx) => this.platform.settings.setTexts(texts, tx), fields)
  }

  /** Throws 422 `setting-unknown` for a setting that is no image. */
  imageSetting(name: string): BrandingSetting {
    if (!isImage(name)) throw adminErrors.fail('setting-unknown')
    return name
  }

  /** Re-encodes and stores an uploaded image; returns the setting's value. Throws 422 `image-unreadable`. */
  async setImage(name: BrandingSetting, source: Buffer, actor: AuditActor): Promise<string> {
    const file = await this.deps.branding.store(name, source)
    if (file === null) throw adminErrors.fail('image-unreadable')
    await this.save(name, file, actor)
    return file
  }

  private save(name: string, value: SettingValue, actor: AuditActor): Promise<void> {
    return this.audited([name], actor, (tx) => this.platform.settings.setText(name, textOf(value), tx))
  }

  /**
   * Runs `store` and writes an audit entry for each changed setting, in one transaction. `store` resolves with the names of
   * further settings that it has reset. `fields`: setting → field of the body for its error; default: `value`.
   */
  private async audited(
    names: readonly string[],
    actor: AuditActor,
    store: (tx: Tx) => Promise<string[]>,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { db, settings, audit } = this.platform
    const before = await settings.texts()
    await db.transaction(async (tx) => {
      const reset = await store(tx).catch((error: unknown) => {
        if (!(error instanceof SettingError)) throw error
        throw adminErrors.fail('setting-invalid', { field: fields[error.setting] ?? 'value' })
      })
      for (const target of [...names, ...reset]) {
        const { secret, type } = this.definition(target)
        const after = async () => type.format(await settings.read(target as SettingName, tx))
        const details = secret ? {} : { before: before.get(target), after: await after() }
        await audit({ ...actor, action: 'admin.setting.changed', target, details }, tx)
      }
    })
  }

  /** Throws 422 `currency-in-use`. `currency`: null for the default. `save` rejects an invalid one. */
  private async requireUnusedCurrency(currency: string | null): Promise<void> {
    const { type, default: standard } = this.definition('billing_currency')
    const wanted = currency === null ? standard : type.parse(currency)
    if (wanted !== undefined && (await this.deps.billing.isOtherCurrencyUsed(wanted)))
      throw adminErrors.fail('currency-in-use')
  }

  /**
   * Adds the languages of the installation to the field `language`; administrators create them, so no definition has
   * them.
   */
  private withLanguages(field: SettingField): SettingField {
    if (field.name !== 'language') return field
    return { ...field, input: { ...field.input, values: this.platform.i18n.locales } }
  }

  private definition(name: string): AnySetting {
    const { definitions } = this.platform.settings
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined
    if (!definition) throw adminErrors.fail('setting-unknown')
    return definition
  }
}

const fieldOf = (name: string, { type, secret = false }: AnySetting, text = ''): SettingField => ({
  name,
  input: { ...(type.input ?? { kind: 'line' }) } as SettingField['input'],
  value: secret ? '' : text,
  secret,
  isSet: text !== '',
})
