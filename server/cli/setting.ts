import {
  type AnySetting,
  definitionOf,
  parseSetting,
  SettingError,
  type SettingName,
  type Settings,
} from '../../modules/platform/index.ts'
import { settingDefinitions } from '../settings.ts'
import { printResult, UsageError } from './args.ts'
import { checkSetting } from './check-setting.ts'
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
const options = ['--list', '--json', '--force', '--docs', '--default']

/** `readArgs` does not fit: a value may be a negative number or empty. One that begins with `--` follows a bare `--`. */
const parse = (args: readonly string[]): { flags: Set<string>; key?: string; value?: string } => {
  const end = args.indexOf('--')
  const [first, after] = end === -1 ? [args, []] : [args.slice(0, end), args.slice(end + 1)]
  const flags = first.filter((arg) => arg.startsWith('--'))
  const unknown = flags.find((flag) => !options.includes(flag))
  if (unknown) throw new UsageError(`setting has no option ${unknown}; for a value that begins so: -- ${unknown}`)
  const [key, value, ...rest] = [...first.filter((arg) => !arg.startsWith('--')), ...after]
  if (rest.length > 0) throw new UsageError('setting takes a name and one value; put a value with spaces into quotes')
  return { flags: new Set(flags), ...(key !== undefined && { key }), ...(value !== undefined && { value }) }
}

/**
 * `setting` and `setting --list`: list all; `--docs`: prints docs/settings.md; `setting <name> [value | --default]
 * [--force]`: shows or changes one.
 */
export const settingCommand = async (args: readonly string[]): Promise<void> => {
  const { flags, key, value } = parse(args)
  const asJson = flags.has('--json')
  if (flags.has('--docs')) return void process.stdout.write(settingsDocs())
  const reset = flags.has('--default')
  if (reset && (key === undefined || value !== undefined)) throw new UsageError('--default takes a name and no value')
  if (key === undefined) return listSettings(asJson)
  const definition = definitionOf(settingDefinitions, key)
  const isChange = reset || value !== undefined
  if (isChange && definition.internal) throw new SettingError(key, `${key} is written by the command setup`)
  const parsed = value === undefined ? undefined : parseSetting(settingDefinitions, key, value)
  await withApp(async ({ platform, billing }) => {
    const { db, settings, audit } = platform
    const currency = key === 'billing_currency' && (reset ? definition.default : parsed)
    if (currency && !flags.has('--force') && (await billing.isOtherCurrencyUsed(currency)))
      throw new SettingError(key, currencyInUse)
    if (value !== undefined && !flags.has('--force')) await checkSetting(platform, key, value)
    if (isChange)
      await db.transaction(async (tx) => {
        if (reset) await settings.reset(key as SettingName, tx)
        else if (parsed !== undefined) await settings.set({ [key]: parsed }, tx)
        await audit({ actorId: null, action: 'settings.changed', target: key }, tx)
      })
    const text = await valueText(settings, key, definition)
    printResult({ name: key, value: text }, text, { json: asJson })
  })
}
