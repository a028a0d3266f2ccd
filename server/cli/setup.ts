import { subscriptionTypes } from '../../modules/installer/index.ts'
import { readArgs, required, UsageError } from './args.ts'
import { withApp } from './with-app.ts'

/** The wizard without a browser; works beside a running server, which notices within a second. */
export const setup = async (args: readonly string[]): Promise<void> => {
  const { values } = readArgs(args, {
    'admin-email': 'string',
    'admin-password': 'string',
    'admin-name': 'string',
    title: 'string',
    subscription: 'string',
  })
  const subscription = subscriptionTypes.find((type) => type === (values.subscription ?? 'none'))
  if (!subscription)
    throw new UsageError(`--subscription is ${subscriptionTypes.join(', ')}, not ${values.subscription}`)
  const adminEmail = required(values, 'admin-email')
  const adminPassword = required(values, 'admin-password')
  const input = { adminEmail, adminPassword, adminName: values['admin-name'], title: values.title, subscription }
  await withApp(({ installer }) => installer.setup(input))
  console.log(`Coffer is set up. Sign in as ${adminEmail}.`)
}
