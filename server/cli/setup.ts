import { parseSetting, type SettingValues } from '../../modules/platform/index.ts'
import { settingDefinitions } from '../settings.ts'
import { readArgs, required } from './args.ts'
import { withApp } from './with-app.ts'

/** The setup wizard for the command line. A running server notices the setup within a second. */
export const setup = async (args: readonly string[]): Promise<void> => {
  const { values } = readArgs(args, {
    'admin-email': 'string',
    'admin-password': 'string',
    'admin-name': 'string',
    title: 'string',
    subscription: 'string',
  })
  const checked = <Name extends 'app_title' | 'subscription_type'>(name: Name, text: string | undefined) =>
    text === undefined ? undefined : (parseSetting(settingDefinitions, name, text) as SettingValues[Name])
  const subscription = checked('subscription_type', values.subscription)
  const title = checked('app_title', values.title)
  const adminEmail = required(values, 'admin-email')
  const adminPassword = required(values, 'admin-password')
  const input = { adminEmail, adminPassword, adminName: values['admin-name'], title, subscription }
  await withApp(({ installer }) => installer.setup(input))
  console.log(`Coffer is set up. Sign in as ${adminEmail}.`)
}
