import { randomUUID } from 'node:crypto'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { axeFaults, hydrated, picture, revisit } from '../support/browser.ts'
import type { GatewayDouble } from '../support/gateways/double.ts'
import { deliver, gatewayDoubles } from '../support/gateways/gateways.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { doubles, env } = await gatewayDoubles(t)
const [stripe, paypal] = doubles as [GatewayDouble, GatewayDouble]
const { app, browser } = await pagesTest(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
const { db, settings } = app.coffer.platform
const admin = await newAdmin(app, { name: 'Ada Admin' })
const ids = { plan: '' }

/** Each test goes on in it. */
const tab = await browser.visit(`${app.url}/robots.txt`, { hydrates: false })
const open = (path: string) => revisit(tab, `${app.url}${path}`, { as: admin })

/** An account that pays for the fixed plan at a gateway. */
const subscriber = async (name: string, planCode: string) => {
  const user = await signUp(app, { name })
  const begun = await user.client.post<{ data: { reference: string } }>('/api/stripe/checkout', { planCode })
  const { reference } = begun.body.data
  stripe.pay(reference)
  await user.client.get(`/api/subscriptions/checkouts/${reference}`)
  return user
}

t.test('admin billing: the type of subscriptions is changed after a warning; the navigation follows', async (t) => {
  const page = await open('/admin/settings/others')
  const sidebar = page.getByRole('navigation', { name: 'Administration' }).last()
  t.equal(await sidebar.getByRole('link', { name: 'Plans' }).count(), 0)
  const type = page.getByLabel('Subscription type')
  await type.selectOption('fixed')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Accounts without a subscription get the free storage').waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-engine-dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  t.equal(await type.inputValue(), 'none')
  await type.selectOption('fixed')
  await dialog.getByRole('button', { name: 'Change subscription type' }).click()
  await sidebar.getByRole('link', { name: 'Subscriptions' }).waitFor()
  t.equal(await settings.get('subscription_type'), 'fixed')
})

t.test('admin billing: a plan is created, renamed, hidden, synchronised and deleted', async (t) => {
  await settings.set({ allowed_payments: true })
  for (const { name: service, credentials } of [stripe, paypal])
    await admin.client.post('/api/admin/settings/payment-service', { service, ...credentials })
  const page = await open('/admin/plans')
  await page.getByText('No plans yet').waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-plans-empty')
  await page.getByRole('link', { name: 'Create first plan' }).click()
  await page.waitForURL('**/admin/plan/create/fixed')
  await page.getByRole('button', { name: 'Create plan' }).click()
  t.equal(await page.locator('form [aria-invalid=true]').count(), 4, 'empty fields are named')
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-plan-create')
  await page.getByLabel('Name', { exact: true }).fill('Plus')
  await page.getByLabel('Price', { exact: true }).fill('9.99')
  await page.getByLabel('Storage', { exact: true }).fill('200')
  await page.getByLabel('Team members', { exact: true }).fill('-1')
  await page.getByLabel('Team members', { exact: true }).press('Enter')
  await page.waitForURL('**/fixed/settings')
  ids.plan = new URL(page.url()).pathname.split('/')[3] ?? ''
  await page.getByRole('heading', { name: 'Plus', level: 1 }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Plus 200')
  await page.getByLabel('Name', { exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Plus 200', level: 1 }).waitFor()
  await page.getByLabel('Storage', { exact: true }).fill('0')
  await page.getByText('Enter a whole number of GB').waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-plan-settings')

  await page.getByRole('link', { name: 'All plans' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  const isVisible = async () => (await db.query('select 1 from plans where visible')).length === 1
  for (const visible of [false, true]) {
    await page.getByRole('switch', { name: 'Offer Plus 200' }).press('Space')
    await eventually(t, isVisible, visible)
  }
  paypal.failing = 1
  await page.getByRole('button', { name: 'Synchronize plans' }).click()
  const alert = page.getByRole('alertdialog')
  await alert.getByText('PayPal: 1 plan').waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-plans-sync-failed')
  await alert.getByRole('button').last().click()
  const dashboard = await browser.visit(`${app.url}/admin/dashboard`, { as: admin })
  await dashboard.locator('[data-check=plans][data-state=warning]').waitFor()
  await picture(dashboard, 'admin-dashboard-sync')
  paypal.failing = 0
  await page.getByRole('button', { name: 'Synchronize plans' }).click()
  await page.getByText('Your plans are synchronized.').waitFor()
  await picture(page, 'admin-plans')

  const { body } = await admin.client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
    type: 'fixed',
    name: 'Short\u200b-lived',
    currency: 'USD',
    amount: '99',
    interval: 'year',
    features: { max_storage_amount: 1_000, max_team_members: 50 },
  })
  await admin.client.post('/api/subscriptions/admin/plans/synchronize', {})
  await page.goto(`${app.url}/admin/plan/${body.data.id}/fixed/delete`)
  await hydrated(page)
  const name = page.getByLabel('Type “Short-lived” to confirm')
  await name.fill('Short')
  await name.press('Enter')
  await page.getByText('This isn’t the name of the plan.').waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-plan-delete')
  await name.fill('Short-lived')
  await name.press('Enter')
  await page.getByText('The plan was archived.').waitFor()
})

t.test(
  'admin billing: a limit of a plan is saved when its field is left, neither half typed nor invalid',
  async (t) => {
    const storages = async () => {
      const versions = await db.query<{ gigabytes: number }>(
        `select (max_storage_bytes / 1000000000)::int as gigabytes from plan_versions
       where plan_id = $1 and version >= 2 order by version`,
        [ids.plan],
      )
      return versions.map(({ gigabytes }) => gigabytes)
    }
    const page = await open(`/admin/plan/${ids.plan}/fixed/settings`)
    const storage = page.getByLabel('Storage', { exact: true })
    t.strictSame(await storages(), [200])
    for (const typed of ['20', '2', '']) await storage.fill(typed)
    await page.getByText('Enter a whole number of GB').waitFor()
    await page.getByRole('link', { name: 'All plans' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await page.waitForURL('**/admin/plans')
    await page.getByRole('link', { name: 'Plus 200', exact: true }).click()
    await page.waitForURL('**/fixed/settings')
    t.equal(await storage.inputValue(), '200')
    await storage.fill('250')
    await storage.press('Tab')
    await eventually(t, storages, [200, 250])
    await storage.fill('300')
    await page.reload()
    await eventually(t, storages, [200, 250, 300], 'also when the page is left')
    t.strictSame(browser.errors, [])
  },
)

t.test('admin billing: subscribers, subscriptions and transactions; a payment is refunded in part', async (t) => {
  const user = await subscriber('Bruno Buyer', ids.plan)
  const page = await open('/admin/subscriptions')
  await page.getByRole('row', { name: /Bruno Buyer.*Active.*Plus 200.*Stripe/ }).waitFor()
  await picture(page, 'admin-subscriptions')
  await page.goto(`${app.url}/admin/plan/${ids.plan}/fixed/subscribers`)
  await page.getByRole('link', { name: 'Bruno Buyer' }).click()
  await page.waitForURL(`**/admin/user/${user.id}/subscription`)
  await page.getByRole('heading', { name: 'Plus 200' }).waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-user-subscription')

  await page.getByRole('link', { name: 'Transactions' }).click()
  await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor()
  const invoice = page.getByRole('link', { name: 'Invoice for Subscription, $9.99' })
  t.equal((await admin.client.fetch((await invoice.getAttribute('href')) ?? '')).status, 200)
  await page.getByRole('button', { name: 'Refund: Subscription, $9.99' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund this payment?' })
  t.ok(await dialog.getByLabel('End the plan now').isChecked())
  await dialog.getByLabel('Amount (USD)').fill('20')
  t.equal(await dialog.getByLabel('End the plan now').count(), 0, 'only when all is given back')
  await dialog.getByLabel('Reason').fill('Paid twice')
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-refund')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByText('at most what is left').waitFor()
  await dialog.getByLabel('Amount (USD)').fill('1.000')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByText('Too many decimals for this currency').waitFor()
  await dialog.getByLabel('Amount (USD)').fill('4.99')
  // The answer is lost; the server has carried it out.
  await page.route('**/refund', (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await dialog.getByLabel('Amount (USD)').press('Enter')
  await dialog.getByText('Can’t reach the server').waitFor()
  await dialog.getByLabel('Amount (USD)').press('Enter')
  await page.getByText('The payment was refunded.').waitFor()
  await page.getByRole('row', { name: /Refund.*\$4\.99/ }).waitFor()
  t.equal(await page.getByRole('row', { name: /Refund.*\$4\.99/ }).count(), 1, 'refunded once')
  const money = { amount: 300, currency: 'USD', type: 'credit', gateway: 'system', note: 'Bonus' } as const
  const gone = randomUUID()
  await db.transaction((tx) =>
    app.coffer.billing.ledger.post(tx, { ...money, userId: gone, from: 'bonus', to: { balance: gone }, key: gone }),
  )
  await page.reload()
  await page.getByRole('row', { name: /Bonus.*Deleted user/ }).waitFor()
  const search = page.getByRole('searchbox', { name: 'Search people or payment IDs' })
  await search.fill('bruno')
  await page.getByRole('row', { name: /Bonus.*Deleted user/ }).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Type' }).selectOption('withdrawal')
  await page.getByText('Nothing found').waitFor()
  t.equal(new URL(page.url()).search, '?search=bruno&type=withdrawal')
  await page.goBack()
  await page
    .getByRole('row', { name: /Bruno Buyer/ })
    .first()
    .waitFor()
  await page.goto(`${app.url}/admin/invoices`)
  await hydrated(page)
  await picture(page, 'admin-transactions')
  await page.getByLabel('From').fill('2999-01-01')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('Nothing found').waitFor()
  t.match(await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href'), /\?since=2999-01-01&zone=/)
  await page.goto(`${app.url}/admin/users?search=buyer`)
  await page.getByRole('row', { name: /Bruno Buyer.*Plus 200/ }).waitFor()
  await hydrated(page)
  await picture(page, 'admin-users-plans')
  await page.getByRole('combobox', { name: 'Subscription' }).selectOption('Free plan')
  await page.getByText('No users found').waitFor()
  const dashboard = await open('/admin/dashboard')
  await dashboard.locator('dd', { hasText: '$5.00' }).waitFor()
  await picture(dashboard, 'admin-dashboard-fixed')

  const [id] = [...stripe.subscriptions.keys()].slice(-1)
  stripe.failRenewal(id ?? '')
  await deliver(app, stripe, stripe.events.at(-1)?.body ?? '')
  await app.coffer.platform.jobs.settled('sync-gateway-object')
  await page.goto(`${app.url}/admin/subscriptions`)
  await page.getByRole('row', { name: /Bruno Buyer.*Payment failed.*Plus 200/ }).waitFor()
  t.strictSame(browser.errors, [])
})

t.test('admin: a fixed plan from before the engine changed can be cancelled, and its account deleted', async (t) => {
  const { body } = await admin.client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
    type: 'fixed',
    name: 'Before',
    currency: 'USD',
    amount: '9.99',
    interval: 'month',
    features: { max_storage_amount: 200, max_team_members: -1 },
  })
  const limits = { metered: 'The limits of their plans still apply', none: 'The limits of their plans no longer apply' }
  for (const engine of ['metered', 'none'] as const) {
    await settings.set({ subscription_type: 'fixed' })
    const { id } = await subscriber('Frida Fixed', body.data.id)
    const page = await open('/admin/settings/others')
    await page.getByRole('button', { name: 'Clear cache' }).click()
    await page.getByText('Cache cleared.').waitFor()
    await page.getByLabel('Subscription type').selectOption(engine)
    await page.getByRole('alertdialog').getByText(limits[engine]).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change subscription type' }).click()
    await eventually(t, () => settings.get('subscription_type'), engine)
    const { limit } = await app.coffer.billing.entitlements.canUpload(id)
    t.equal(limit === 200_000_000_000, engine === 'metered', 'what was said of the limits')
    await page.goto(`${app.url}/admin/subscriptions`)
    const sidebar = page.getByRole('navigation', { name: 'Administration' })
    t.equal(await sidebar.getByRole('link', { name: 'Subscriptions' }).count(), 1, engine)
    await page.goto(`${app.url}/admin/user/${id}/delete`)
    await hydrated(page)
    await page.getByRole('main').getByRole('link', { name: 'Billing' }).last().click()
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByText('The subscription is canceled.').waitFor()
    await page.getByRole('link', { name: 'Delete account' }).click()
    await page.getByLabel('Type “Frida Fixed” to confirm').fill('Frida Fixed')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.waitForURL('**/admin/users')
    t.strictSame(await db.query('select 1 from users where id = $1 and deletion_at is null', [id]), [], engine)
  }
  t.strictSame(browser.errors, [])
})
