import { randomUUID } from 'node:crypto'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import type { GatewayDouble } from '../support/gateways/double.ts'
import { gatewayDoubles } from '../support/gateways/gateways.ts'
import { appendUsage, dayMs, gigabyte } from '../support/metered-accounts.ts'
import { pageFolders } from '../support/page-folders.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare } from '../support/shares.ts'

const { doubles, env } = await gatewayDoubles(t)
const [stripe, paypal] = doubles as [GatewayDouble, GatewayDouble]
const { app, browser } = await pagesTest(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
const { db, settings } = app.coffer.platform
const admin = await newAdmin(app, { name: 'Ada Admin' })
const ids = { user: '', plan: '', metered: '' }

const open = async (path: string, options: { width?: number; theme?: 'light' | 'dark' } = {}) => {
  const page = await browser.visit(`${app.url}${path}`, { as: admin, ...options })
  await hydrated(page)
  return page
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
  await page.getByText('There is nothing here').waitFor()
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
  await page.getByRole('heading', { name: 'Plus 200', level: 1 }).waitFor()
  await page.getByLabel('Storage', { exact: true }).fill('0')
  await page.getByText('Enter a whole number of GB').waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-plan-settings')

  await page.getByRole('link', { name: 'All plans' }).click()
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
  const dashboard = await open('/admin/dashboard')
  await dashboard.locator('[data-check=plans][data-state=warning]').waitFor()
  await picture(dashboard, 'admin-dashboard-sync')
  paypal.failing = 0
  await page.getByRole('button', { name: 'Synchronize plans' }).click()
  await page.getByText('Your plans are synchronized.').waitFor()
  await picture(page, 'admin-plans')

  const { body } = await admin.client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
    ...{ type: 'fixed', name: 'Short-lived', currency: 'USD', amount: '99', interval: 'year' },
    features: { max_storage_amount: 1_000, max_team_members: 50 },
  })
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
  await page.getByText('The plan was deleted.').waitFor()
})

t.test('admin billing: subscribers, subscriptions and transactions; a payment is refunded in part', async (t) => {
  const user = await signUp(app, { name: 'Bruno Buyer' })
  ids.user = user.id
  const begun = await user.client.post<{ data: { reference: string } }>('/api/stripe/checkout', { planCode: ids.plan })
  const { reference } = begun.body.data
  stripe.pay(reference)
  await user.client.get(`/api/subscriptions/checkouts/${reference}`)

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
  await dialog.getByLabel('Amount (USD)').fill('20')
  await dialog.getByLabel('Reason').fill('Paid twice')
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-refund')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByText('at most what is left').waitFor()
  await dialog.getByLabel('Amount (USD)').fill('4.99')
  await dialog.getByLabel('Amount (USD)').press('Enter')
  await page.getByText('The payment was refunded.').waitFor()
  await page.getByRole('row', { name: /Refund.*\$4\.99/ }).waitFor()
  const money = { amount: 300, currency: 'USD', type: 'credit', driver: 'system', note: 'Bonus' } as const
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
  const dashboard = await open('/admin/dashboard')
  await dashboard.locator('dd', { hasText: '$5.00' }).waitFor()
  await picture(dashboard, 'admin-dashboard-fixed')
})

t.test('admin billing: a metered plan, the payments page, the balance of an account', async (t) => {
  await admin.client.patch('/api/admin/settings', { name: 'subscription_type', value: 'metered' })
  const page = await open('/admin/dashboard')
  await page.getByText('There is no metered plan').waitFor()
  await picture(page, 'admin-dashboard-metered')
  await page.getByRole('main').getByRole('link', { name: 'Create plan' }).click()
  await page.waitForURL('**/admin/plan/create/metered')
  await page.getByLabel('Name', { exact: true }).fill('Pay as you go')
  await page.getByRole('button', { name: 'Create plan' }).click()
  await page.getByText('Turn on at least one feature.').waitFor()
  await page.getByRole('switch', { name: 'Storage' }).press('Space')
  await page.getByLabel('Storage: price').fill('0.019')
  await page.getByRole('switch', { name: 'Flat fee' }).press('Space')
  await page.getByLabel('Flat fee: price').fill('2.49')
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-plan-create-metered')
  await page.getByLabel('Flat fee: price').press('Enter')
  await page.waitForURL('**/metered/settings')
  ids.metered = new URL(page.url()).pathname.split('/')[3] ?? ''
  await page.getByText('$0.019').waitFor()
  await picture(page, 'admin-plan-metered')

  await page.goto(`${app.url}/admin/payments/payments`)
  await hydrated(page)
  await page.getByRole('switch', { name: 'Registration bonus' }).press('Space')
  await page.getByText('Pay as you go').waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-payments-metered')
  await page.getByRole('link', { name: 'Company' }).click()
  const company = page.locator('input[name=billing_name]')
  await company.fill('Coffer GmbH')
  await company.press('Enter')
  await eventually(t, () => settings.get('billing_name'), 'Coffer GmbH')
  await picture(page, 'admin-company')

  const user = await signUp(app, { name: 'Mia Metered' })
  const at = new Date(Date.now() - dayMs)
  await appendUsage(app.coffer, user.id, [{ feature: 'storage', quantity: 30 * gigabyte, at }])
  await page.goto(`${app.url}/admin/user/${user.id}/subscription`)
  await hydrated(page)
  await page.getByLabel('Amount (USD)').fill('12.5')
  await page.getByRole('button', { name: 'Increase balance' }).click()
  await page.getByText('$12.50').first().waitFor()
  await picture(page, 'admin-user-metered')
  ids.user = user.id
})

/** Opens every page of the administration, with content. */
const adminPaths = (): string[] =>
  pageFolders()
    .filter((folder) => folder.startsWith('modules/admin/'))
    .map((folder) => folder.replace('modules/admin/pages', '').replace('/legal-pages', '/pages'))
    .flatMap((path) =>
      path.includes('/plan/@id')
        ? [`/admin/plan/${ids.plan}/fixed`, `/admin/plan/${ids.metered}/metered`].map(
            (plan) => plan + path.slice(path.indexOf('@type') + '@type'.length),
          )
        : [path.replace('@slug', 'cookie-policy').replace('@id', ids.user)],
    )

t.test(
  'admin: every page is accessible and within the window, in both themes, on phones, tablets and desktops',
  async (t) => {
    const owner = await signUp(app, { name: 'Olga Owner' })
    await makeShare(owner, { id: await makeFolder(owner, 'Reported'), type: 'folder' })
    await db.query(
      `insert into abuse_reports (share_id, owner_id, item_name, reason)
     select id, owner_id, 'Reported', 'malware' from shares where owner_id = $1`,
      [owner.id],
    )
    const page = await open('/admin/plans')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const inTheme = async (theme: 'light' | 'dark', rules?: string[]) => {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name
      }, theme)
      return axeFaults(page, rules)
    }
    for (const path of adminPaths()) {
      const name = `page${path.replace(/[-\d/]+[\da-f-]{30,}/g, '').replaceAll(/\W+/g, '-')}`
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${app.url}${path}`)
      await hydrated(page)
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
        t.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${path} fits ${width} px`)
        // Tablets show nothing that the other widths do not.
        if (width !== 1024) {
          t.strictSame(
            await inTheme('light', width === 390 ? undefined : ['color-contrast']),
            [],
            `${path}, light, ${width} px`,
          )
          await picture(page, `${name}-${width}-light`)
          t.strictSame(
            await inTheme('dark', width === 390 ? ['color-contrast'] : undefined),
            [],
            `${path}, dark, ${width} px`,
          )
        }
        await picture(page, `${name}-${width}`)
      }
    }
    t.strictSame(browser.errors, [])
  },
)
