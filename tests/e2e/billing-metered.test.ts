import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import type { GatewayDouble } from '../support/gateways/double.ts'
import { gatewayDoubles } from '../support/gateways/gateways.ts'
import { appendUsage, gigabyte } from '../support/metered-accounts.ts'
import { pagesTest } from '../support/pages-test.ts'
import { makeFolder } from '../support/shares.ts'

const { doubles, env } = await gatewayDoubles(t)
const [stripe, paypal, paystack] = doubles as [GatewayDouble, GatewayDouble, GatewayDouble]
const { app, browser } = await pagesTest(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
const { platform } = app.coffer
const { db, jobs } = platform
const admin = await newAdmin(app)
await platform.settings.set({ allowed_payments: true, subscription_type: 'metered' })
for (const { name: service, credentials } of doubles)
  await admin.client.post('/api/admin/settings/payment-service', { service, ...credentials })
const tier = (per_unit: string, flat_fee: string | null) => [{ first_unit: 1, last_unit: null, per_unit, flat_fee }]
await admin.client.post('/api/subscriptions/admin/plans', {
  ...{ type: 'metered', name: 'Usage', currency: 'USD' },
  meters: [
    { key: 'storage', aggregate_strategy: 'maximum_usage', tiers: tier('0.02', null) },
    { key: 'bandwidth', aggregate_strategy: 'sum_of_usage', tiers: tier('0.05', '2.49') },
    { key: 'member', aggregate_strategy: 'maximum_usage', tiers: tier('1', null) },
    { key: 'flatFee', aggregate_strategy: 'maximum_usage', tiers: tier('10', null) },
  ],
})

const url = `${app.url}/user/settings/billing`
const open = async (as: Actor, visit = {}) => {
  const page = await browser.visit(url, { as, ...visit })
  await hydrated(page)
  return page
}
const policyOf = async (path: string, { client }: Actor) =>
  (await client.fetch(path)).headers.get('content-security-policy') ?? ''
type Page = Awaited<ReturnType<typeof open>>

const meteredUser = async () => {
  const user = await signUp(app)
  await jobs.runNow('apply-billing-engine')
  return user
}
/** The running period began a month earlier, and ends now. */
const endPeriod = async ({ id }: Actor) => {
  await db.query(
    "update subscriptions set period_from = period_from - interval '30 days', period_to = now() where user_id = $1",
    [id],
  )
  await jobs.runNow('settle-subscriptions')
}
const fund = async (page: Page, amount: string, double: GatewayDouble, gateway: string) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Add funds (USD)').fill(amount)
  await dialog.getByRole('radio', { name: gateway }).press('Space')
  await dialog.getByRole('button', { name: 'Make a payment' }).press('Enter')
  await page.waitForURL(`${double.base}/**`)
  const { reference } = double.checkouts.at(-1) ?? { reference: '' }
  double.pay(reference)
  await page.goto(`${url}?checkout=${reference}`)
  await page.getByRole('status').getByText('was received').waitFor()
}

t.test('billing, metered: estimate, alert and spending limit', async (t) => {
  const user = await meteredUser()
  const page = await open(user)
  const estimate = page.getByRole('region', { name: 'Usage estimate' })
  await estimate.getByText('$12.49').waitFor()
  await estimate.getByRole('rowheader', { name: /^Base fee/ }).waitFor()

  const alert = page.getByRole('region', { name: 'Billing alert' })
  await alert.getByRole('button', { name: 'Set an alert' }).press('Enter')
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await alert.getByText('Enter an amount from 1').waitFor()
  await alert.getByLabel('Amount (USD)').fill('20,50')
  await page.keyboard.press('Enter')
  await page.getByText('The billing alert was saved.').waitFor()
  await alert.getByText('$20.50').waitFor()
  await alert.getByRole('button', { name: 'Change the billing alert' }).press('Enter')
  t.equal(await alert.getByLabel('Amount (USD)').inputValue(), '20.50')
  await page.keyboard.type('30')
  await page.keyboard.press('Enter')
  await alert.getByText('$30.00').waitFor()
  await alert.getByRole('button', { name: 'Remove the billing alert' }).press('Enter')
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Remove' })
    .press('Enter')
  await alert.getByText('No alert is set.').waitFor()

  const cap = page.getByRole('region', { name: 'Spending limit' })
  await cap.getByRole('button', { name: 'Set a limit' }).press('Enter')
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await cap.getByText('You’ve used more than this already.').waitFor()
  await cap.getByLabel('Amount (USD)').fill('40')
  await page.keyboard.press('Enter')
  await cap.getByText('$40.00').waitFor()
  t.strictSame(await axeFaults(page), [])

  await user.client.post('/api/subscriptions/billing-alert', { amount: '30' })
  await appendUsage(app.coffer, user.id, [{ feature: 'bandwidth', quantity: 600 * gigabyte, at: new Date() }])
  await jobs.runNow('report-usage')
  await page.goto(`${app.url}/platform/files`)
  await hydrated(page)
  await page.getByRole('link', { name: /You’ve reached your spending limit/ }).press('Enter')
  await page.waitForURL(url)
  await estimate.getByText('Your spending limit applies.').waitFor()
  await page
    .getByRole('button', { name: /^Notifications/ })
    .first()
    .click()
  const notice = page.getByText('Your usage costs more than $30.00 in this period.')
  await notice.waitFor()
  await page.keyboard.press('Escape')
  // The focus returns to the bell when the panel has gone.
  await notice.waitFor({ state: 'detached' })
  await cap.getByRole('button', { name: 'Remove the spending limit' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await cap.getByText('$40.00').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /You’ve reached your spending limit/ }).waitFor({ state: 'detached' })
})

t.test('billing, metered: a failed payment blocks the account; funding pays it and releases', async (t) => {
  const user = await meteredUser()
  const share = await user.client.post<{ data: { attributes: { token: string } } }>('/api/share', {
    ...{ id: await makeFolder(user, 'Shared'), type: 'folder', permission: 'visitor' },
  })
  t.equal(share.status, 201)
  const shareUrl = `${app.url}/share/${share.body.data.attributes.token}`
  await endPeriod(user)
  await db.query('update billing_accounts set dunning_sequence = 3 where user_id = $1', [user.id])
  await db.transaction(async (tx) => tx.emit('billing.entitlements.changed', { userIds: [user.id] }))

  const visitor = await browser.visit(shareUrl)
  await visitor.waitForURL(`${app.url}/temporary-unavailable`)
  const page = await browser.visit(`${app.url}/user/profile`, { as: user })
  await hydrated(page)
  await page.getByRole('link', { name: /A payment failed/ }).press('Enter')
  await page.waitForURL(url)
  const failed = page.getByRole('region', { name: 'Failed payments' })
  await failed.getByText('-$12.49').waitFor()
  await failed.getByText(/^From your balance · 1 attempt · Next attempt on /).waitFor()
  t.equal(await failed.getByRole('button', { name: 'Pay now' }).count(), 0, 'there is nothing to pay with')
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'billing-failed')

  await failed.getByRole('button', { name: 'Add funds' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('You owe $12.49.').waitFor()
  await dialog.getByLabel('Add funds (USD)').fill('5')
  await dialog.getByRole('button', { name: 'Make a payment' }).press('Enter')
  await dialog.getByText('Enter at least what you owe.').waitFor()
  t.strictSame(await axeFaults(page), [], 'adding funds')
  await picture(page, 'billing-fund')
  await fund(page, '25.50', paypal, 'PayPal')
  // The page hears of what was collected after the payment.
  await page.getByRole('region', { name: 'Balance' }).getByText('$13.01').waitFor()
  await failed.waitFor({ state: 'detached' })
  t.equal(await page.getByRole('link', { name: /A payment failed/ }).count(), 0, 'the account is released')
  await visitor.goto(shareUrl)
  t.notMatch(visitor.url(), /unavailable/)

  await page.getByRole('rowheader', { name: 'Funds added' }).waitFor()
  const details = page.getByRole('button', { name: /^Show details of Usage / }).first()
  await details.press('Enter')
  t.equal(await details.getAttribute('aria-expanded'), 'true')
  await page
    .getByRole('table', { name: /^Usage .*–/ })
    .getByText('$10.00')
    .waitFor()
  t.strictSame(await axeFaults(page), [])
  for (const [width, theme] of [
    [390, 'light'],
    [390, 'dark'],
    [1024, 'dark'],
    [1440, 'light'],
  ] as const) {
    const other = await open(user, { width, theme, height: 2000 })
    if (width === 390)
      await other
        .getByRole('button', { name: /^Show details of Usage / })
        .first()
        .tap()
    t.strictSame(await axeFaults(other), [], `${width} ${theme}`)
    await picture(other, `billing-metered-${width}-${theme}`)
  }
  // By the API: a page that was rendered a moment ago would else come from the cache.
  await user.client.post('/api/user/settings', { _method: 'patch', name: 'locale', value: 'de' })
  const german = await open(user, { width: 390 })
  await german.getByText('Fehlgeschlagen').first().waitFor()
  const table = await german.getByRole('table', { name: 'Transaktionen' }).boundingBox()
  t.ok(table && table.x >= 0 && table.x + table.width <= 390, 'the longest words fit a phone')
})

t.test('billing, metered: a stored card pays what failed, on request', async (t) => {
  const user = await meteredUser()
  const page = await open(user)
  t.notMatch(await policyOf(url, user), stripe.base, 'only the page with the form may load it')
  t.match(await policyOf(`${url}/card`, user), `frame-src 'self' ${stripe.base}`)
  await page.getByRole('link', { name: 'Add payment method' }).press('Enter')
  await page.waitForURL(`${url}/card`)
  const number = page.frameLocator('iframe').getByLabel('Card number')
  const store = page.getByRole('button', { name: 'Store card' })
  await number.fill('4000000000000002')
  await store.press('Enter')
  await page.getByRole('alert').getByText('Your card was declined.').waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'billing-card-form')
  await number.fill('4242424242424242')
  await store.press('Enter')
  await page.getByText('Visa •••• 4242').waitFor()
  stripe.declining = true
  await endPeriod(user)
  await page.reload()
  await hydrated(page)
  const failed = page.getByRole('region', { name: 'Failed payments' })
  await failed.getByText(/^From your card · 1 attempt/).waitFor()
  await failed.getByRole('button', { name: 'Pay now' }).press('Enter')
  await page.getByText('The payment didn’t go through.').waitFor()
  stripe.declining = false
  await failed.getByRole('button', { name: 'Pay now' }).press('Enter')
  await page.getByText('Everything that was open is paid.').waitFor()
  await failed.waitFor({ state: 'detached' })
  t.strictSame(browser.errors, [])
})

t.test('billing, metered: without Stripe’s script, or without any, a card is entered at Stripe', async (t) => {
  const user = await meteredUser()
  const page = await open(user)
  await page.route(`${stripe.base}/v3/`, (route) => route.abort())
  await page.goto(`${url}/card`)
  await page.getByText('The card form could not be loaded.').waitFor()
  t.strictSame(await axeFaults(page), [])
  await page.getByRole('button', { name: 'Continue at Stripe' }).press('Enter')
  await page.waitForURL(`${stripe.base}/card/**`)
  const plain = await browser.visit(`${url}/card`, { as: user, scripts: false })
  await plain.getByRole('button', { name: 'Continue at Stripe' }).click()
  await plain.waitForURL(`${stripe.base}/card/**`)
  browser.errors.splice(0)
})

t.test('billing, metered: the list of transactions goes on, and an error can be retried', async (t) => {
  const user = await meteredUser()
  for (let count = 0; count < 12; count++)
    await admin.client.post(`/api/subscriptions/admin/users/${user.id}/credit`, { amount: `${count + 1}` })
  const page = await open(user)
  const rows = page.getByRole('rowheader', { name: /^Bonus/ })
  t.equal(await rows.count(), 10)
  await page.route('**/api/subscriptions/transactions?*', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await page.getByText('The list couldn’t be loaded.').waitFor()
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await rows.nth(11).waitFor()
  t.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)

  await page.getByRole('button', { name: 'Add funds' }).press('Enter')
  await fund(page, '5', paystack, 'Paystack')
  await page.getByRole('region', { name: 'Balance' }).getByText('$83.00').waitFor()
})
