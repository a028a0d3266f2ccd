import type { Page } from 'playwright-core'
import { type Actor, signUp } from '../actors.ts'
import { hydrated } from '../browser.ts'
import type { GatewayDouble } from '../gateways/double.ts'
import { makeFolder } from '../shares.ts'
import { sharedReading } from './readings.ts'
import type { SettingProof, SettingScene } from './scene.ts'

const balancePath = '/api/subscriptions/balance'
const tier = (per_unit: string) => [{ first_unit: 1, last_unit: null, per_unit, flat_fee: null }]
/** Costs $10 from the first moment on. */
const meteredPlan = {
  type: 'metered',
  name: 'Usage',
  currency: 'USD',
  meters: [{ key: 'flatFee', aggregate_strategy: 'maximum_usage', tiers: tier('10') }],
}

/** Accounts are metered, and payments are accepted or not. */
export const metered = async ({ admin, prepare, app }: SettingScene, { isPaying = true } = {}): Promise<void> => {
  await prepare({ subscription_type: 'metered', allowed_payments: isPaying })
  const plans = await app.coffer.platform.db.query("select 1 from plans where type = 'metered'")
  if (plans.length === 0) await admin.client.post('/api/subscriptions/admin/plans', meteredPlan)
}

/** Metered, with all gateways set up. */
export const withGateways = async (scene: SettingScene): Promise<void> => {
  await metered(scene)
  for (const { name: service, credentials } of scene.gateways)
    await scene.admin.client.post('/api/admin/settings/payment-service', { service, ...credentials })
}

/** Whether the user is sent to the gateway's page to pay. */
const isSentTo = async ({ user }: SettingScene, { name, base }: GatewayDouble) => {
  const { body } = await user.client.post<{ url?: string }>(`/api/${name}/checkout`, { amount: '5' })
  return body.url?.startsWith(base) ?? false
}

/** The dialog in which the user pays; empty without it. */
const payDialog = async ({ app, page }: SettingScene): Promise<string> => {
  await page.goto(`${app.url}/user/settings/billing`)
  await hydrated(page)
  const open = page.getByRole('button', { name: 'Add funds' })
  if ((await open.count()) === 0) return ''
  await open.first().click()
  return page.getByRole('dialog').innerText()
}

const gatewayOf = (scene: SettingScene, name: GatewayDouble['name']) =>
  scene.gateways.find((double) => double.name === name) as GatewayDouble

/** Enters the credentials of a gateway in its card. */
const enterCredentials = (scene: SettingScene, name: GatewayDouble['name']) => async (page: Page) => {
  const { credentials } = gatewayOf(scene, name)
  const title = { stripe: 'Stripe', paypal: 'PayPal', paystack: 'Paystack' }[name]
  const card = page.getByRole('region', { name: title, exact: true })
  const save = card.getByRole('button', { name: 'Test and save' })
  // The cards appear when the page was reloaded with payments accepted.
  await save.waitFor()
  for (const [field, value] of Object.entries(credentials)) {
    const input = card.locator(`form [name=${field}]`)
    if (typeof value === 'string' && (await input.count()) > 0) await input.fill(value)
  }
  await save.click()
}

export const gateways = (scene: SettingScene) => {
  const credentials = (name: GatewayDouble['name']): SettingProof => [
    enterCredentials(scene, name),
    () => isSentTo(scene, gatewayOf(scene, name)),
    true,
  ]
  const dialog = sharedReading(() => payDialog(scene))
  const description = (words: string): SettingProof => {
    const read = dialog()
    return [words, async () => (await read()).includes(words), true]
  }
  const readDialog = dialog()
  return {
    allowed_payments: [true, async () => (await readDialog()) !== '', true],
    stripe_credentials: credentials('stripe'),
    paypal_credentials: credentials('paypal'),
    paystack_credentials: credentials('paystack'),
    stripe_payment_description: description('By card or wallet'),
    paypal_payment_description: description('By your PayPal account'),
    paystack_payment_description: description('By transfer in Nigeria'),
  } satisfies Record<string, SettingProof>
}

/** Turned off: the last two are off together, so that one remains to pay by. */
export const gatewaySwitches = (scene: SettingScene) => {
  const off = (name: GatewayDouble['name']): SettingProof => [
    false,
    () => isSentTo(scene, gatewayOf(scene, name)),
    false,
  ]
  return {
    allowed_stripe: off('stripe'),
    allowed_paypal: off('paypal'),
    allowed_paystack: off('paystack'),
  } satisfies Record<string, SettingProof>
}

/** Everything else is as people need it to pay. */
export const pause = (scene: SettingScene) =>
  ({
    payments_paused: [true, () => isSentTo(scene, gatewayOf(scene, 'stripe')), false],
  }) satisfies Record<string, SettingProof>

export const bonus = ({ app }: SettingScene) => {
  const newcomers: Actor[] = []
  /** Signs somebody up; the largest balance of all who came so. A welcome takes a moment. */
  const welcomed = async () => {
    newcomers.push(await signUp(app))
    const balances = await Promise.all(
      newcomers.map(({ client }) => client.get<{ data: { formatted: string; balance: number } }>(balancePath)),
    )
    return balances.map(({ body }) => body.data).toSorted((one, other) => other.balance - one.balance)[0]
  }
  return {
    allowed_registration_bonus: [true, async () => ((await welcomed())?.balance ?? 0) > 0, true],
    registration_bonus_amount: ['2.5', async () => (await welcomed())?.formatted, '$2.50'],
  } satisfies Record<string, SettingProof>
}

/** Whether an account without a payment is blocked after its reminders. It owes $10 and was created so many days ago. */
const isBlocked = async ({ app }: SettingScene, ageDays: number) => {
  const { db, jobs } = app.coffer.platform
  const owner = await signUp(app)
  await db.query('update users set created_at = now() - make_interval(days => $2) where id = $1', [owner.id, ageDays])
  await jobs.runNow('apply-billing-engine')
  await jobs.runNow('scan-dunning')
  await db.query(
    `update billing_accounts set dunning_sequence = 2, dunning_at = now() - interval '3 days'
     where user_id = $1 and dunning_reason is not null`,
    [owner.id],
  )
  await jobs.runNow('scan-dunning')
  return makeFolder(owner, 'Mine').then(
    () => false,
    () => true,
  )
}

export const dunning = (scene: SettingScene) =>
  ({
    usage_bigger_than_balance: [false, () => isBlocked(scene, 40), false],
    limit_usage_in_new_accounts: [false, () => isBlocked(scene, 0), false],
  }) satisfies Record<string, SettingProof>

export const newAccountsAmount = (scene: SettingScene) =>
  ({ limit_usage_in_new_accounts_amount: ['5', () => isBlocked(scene, 0), true] }) satisfies Record<
    string,
    SettingProof
  >
