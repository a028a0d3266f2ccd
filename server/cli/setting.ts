import {
  type AnySetting,
  definitionOf,
  parseSetting,
  SettingError,
  type SettingName,
  type Settings,
} from '../../modules/platform/index.ts'
import { settingDefinitions } from '../settings.ts'
import { report, UsageError } from './args.ts'
import { settingsDocs } from './settings-docs.ts'
import { withApp } from './with-app.ts'

const valueText = async (settings: Settings, key: string, { type, secret }: AnySetting): Promise<string> => {
  const text = type.format(await settings.get(key as SettingName))
  return secret && text !== '' ? '(set)' : text
}

const shown = (text: string): string => (text === '' ? '(empty)' : text)

const listSettings = (asJson: boolean): Promise<void> =>
  withApp(async ({ platform: { settings } }) => {
    if (asJson) {
      const values = Object.keys(settingDefinitions).map(async (key) => {
        const definition = definitionOf(settingDefinitions, key)
        return [key, await valueText(settings, key, definition)] as const
      })
      return console.log(JSON.stringify(Object.fromEntries(await Promise.all(values)), null, 2))
    }
    for (const [key, definition] of Object.entries(settingDefinitions).sort(([a], [b]) => a.localeCompare(b))) {
      const { type, effect, default: standard, public: fields } = definition
      const value = shown(await valueText(settings, key, definition))
      console.log(`${key} = ${value}
    ${effect}
    ${type.accepts}; default ${shown(type.format(standard))}; ${fields ? 'public' : 'administrators only'}`)
    }
  })

const currencyInUse =
  'there are balances, open bills or metered billing in another currency, which would be left behind; with --force it is changed nevertheless'
const options = ['--list', '--json', '--force']

/** `setting` and `setting --list`: list all; `--docs`: prints docs/settings.md; `setting <name> [value | --default] [--force]`: shows or changes one. */
export const setting = async (args: readonly string[]): Promise<void> => {
  const [key, value, ...rest] = args.filter((arg) => !options.includes(arg))
  if (rest.length > 0) throw new UsageError('setting takes a name and one value; put a value with spaces into quotes')
  if (key === undefined) return listSettings(args.includes('--json'))
  if (key === '--docs') return void process.stdout.write(settingsDocs())
  const definition = definitionOf(settingDefinitions, key)
  if (value !== undefined && definition.internal) throw new SettingError(key, `${key} is written by the command setup`)
  const reset = value === '--default'
  const parsed = value === undefined || reset ? undefined : parseSetting(settingDefinitions, key, value)
  await withApp(async ({ platform: { settings, audit }, billing }) => {
    const currency = key === 'billing_currency' && (reset ? definition.default : parsed)
    if (currency && !args.includes('--force') && (await billing.isOtherCurrencyUsed(currency)))
      throw new SettingError(key, currencyInUse)
    if (reset) await settings.reset(key as SettingName)
    else if (parsed !== undefined) await settings.set({ [key]: parsed })
    if (value !== undefined) await audit({ actorId: null, action: 'settings.changed', target: key })
    const text = await valueText(settings, key, definition)
    report(args.includes('--json'), { name: key, value: text }, text)
  })
}
