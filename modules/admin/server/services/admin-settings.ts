import { type AnySetting, type Platform, SettingError, settingsChanged } from '../../../platform/index.ts'
import type { SettingField, SettingGroups } from '../../contract.ts'
import { adminErrors } from '../errors.ts'
import { type SettingPage, settingPages, testedSettings } from './setting-pages.ts'

type Given = string | number | boolean | null

const textOf = (value: Given): string | null => (value === null ? null : String(value))

/** Reads and changes settings by their definitions; a change applies in every process and open page at once. */
export class AdminSettings {
  private readonly platform: Pick<Platform, 'settings' | 'realtime' | 'audit'>
  constructor(platform: Pick<Platform, 'settings' | 'realtime' | 'audit'>) {
    this.platform = platform
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
        fields: names.map((name) => fieldOf(name, this.definition(name), texts.get(name))),
      })),
    }
  }

  /** Throws 422 `setting-unknown`. */
  isSecret(name: string): boolean {
    return this.definition(name).secret === true
  }

  /** Throws 422 `setting-unknown`, also for settings that only the setup or a tested form writes, and `setting-invalid`. */
  async set(name: string, value: Given, actor: { actorId: string; ip: string }): Promise<void> {
    const { settings, realtime, audit } = this.platform
    const { internal, secret } = this.definition(name)
    if (internal || testedSettings.includes(name)) throw adminErrors.fail('setting-unknown')
    const before = (await settings.texts()).get(name)
    await settings.setText(name, textOf(value)).catch((error: unknown) => {
      throw error instanceof SettingError ? adminErrors.fail('setting-invalid') : error
    })
    realtime.publishToEverybody({ event: settingsChanged, ids: {} })
    const details = secret ? {} : { before, after: (await settings.texts()).get(name) }
    await audit({ ...actor, action: 'admin.setting.changed', target: name, details })
  }

  private definition(name: string): AnySetting {
    const { definitions } = this.platform.settings
    const found = Object.hasOwn(definitions, name) ? definitions[name] : undefined
    if (!found) throw adminErrors.fail('setting-unknown')
    return found
  }
}

const fieldOf = (name: string, { type, secret = false }: AnySetting, text = ''): SettingField => ({
  name,
  input: { ...(type.input ?? { kind: 'line' }) } as SettingField['input'],
  value: secret ? '' : text,
  secret,
  isSet: text !== '',
})
