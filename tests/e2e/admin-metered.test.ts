import t from 'tap'
import { signUp } from '../support/actors.ts'
import { adminPaths } from '../support/admin-paths.ts'
import { newAdmin } from '../support/admins.ts'
import { axeFaults, hydrated, picture, setTheme } from '../support/browser.ts'
import { focusOrder, openEach } from '../support/focus-order.ts'
import type { GatewayDouble } from '../support/gateways/double.ts'
import { gatewayDoubles } from '../support/gateways/gateways.ts'
import { appendUsage, dayMs, gigabyte } from '../support/metered-accounts.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare } from '../support/shares.ts'

const { doubles, env } = await gatewayDoubles(t)
const [stripe] = doubles as [GatewayDouble]
const { app, browser } = await pagesTest(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
const { db, settings } = app.coffer.platform
const admin = await newAdmin(app, { name: 'Ada Admin' })
const ids = { user: '', plan: '', metered: '' }

const open = async (path: string) => {
  const page = await browser.visit(`${app.url}${path}`, { as: admin })
  await hydrated(page)
  return page
}

t.before(async () => {
  await settings.set({ allowed_payments: true, subscription_type: 'fixed' })
  await admin.client.post('/api/admin/settings/payment-service', { service: 'stripe', ...stripe.credentials })
  const { body } = await admin.client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
    type: 'fixed',
    name: 'Plus',
    currency: 'USD',
    amount: '9.99',
    interval: 'month',
    features: { max_storage_amount: 200, max_team_members: -1 },
  })
  ids.plan = body.data.id
  const buyer = await signUp(app, { name: 'Bruno Buyer' })
  const begun = await buyer.client.post<{ data: { reference: string } }>('/api/stripe/checkout', { planCode: ids.plan })
  stripe.pay(begun.body.data.reference)
  await buyer.client.get(`/api/subscriptions/checkouts/${begun.body.data.reference}`)
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
  await page.getByRole('switch', { name: 'Base fee' }).press('Space')
  await page.getByLabel('Base fee: price').fill('2.49')
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-plan-create-metered')
  await page.getByLabel('Base fee: price').press('Enter')
  await page.waitForURL('**/metered/settings')
  ids.metered = new URL(page.url()).pathname.split('/')[3] ?? ''
  await page.getByText('$0.019').waitFor()
  await picture(page, 'admin-plan-metered')

  await page.goto(`${app.url}/admin/payments/payments`)
  await hydrated(page)
  await page.getByRole('switch', { name: 'Registration bonus' }).press('Space')
  await page.getByText('Pay as you go').waitFor()
  await page.getByText(/^Accounts without another plan are charged by this plan. So far: \d\.$/).waitFor()
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
  await db.query("update plans set status = 'archived' where id = $1", [ids.metered])
  await page.goto(`${app.url}/admin/payments/payments`)
  await page.getByText('There is no metered plan').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /Pay as you go\d accounts? stays? metered by this plan/ })
    .getByRole('link', { name: 'Subscribers' })
    .click()
  await page.waitForURL(`**/admin/plan/${ids.metered}/metered/subscribers`)
  await db.query("update plans set status = 'active' where id = $1", [ids.metered])
})

/** The rules whose result depends on the layout. Phones show nothing that desktops do not, but the navigation of all pages. */
const ofLayout = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block']

t.test(
  'admin: every page, at each width, in both themes: accessible, by keyboard too, within the window; it saves nothing',
  async (t) => {
    const owner = await signUp(app, { name: 'Olga Owner' })
    await makeShare(owner, { id: await makeFolder(owner, 'Reported'), type: 'folder' })
    await db.query(
      `insert into abuse_reports (share_id, owner_id, item_name, reason)
     select id, owner_id, 'Reported', 'malware' from shares where owner_id = $1`,
      [owner.id],
    )
    const page = await open('/admin/plans')
    const paths = adminPaths(ids)
    t.ok(paths.length >= 20)
    const saved: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') saved.push(`${request.method()} ${request.url()} ${request.postData()}`)
    })
    for (const path of paths) {
      const name = `page${path.replace(/[-\d/]+[\da-f-]{30,}/g, '').replaceAll(/\W+/g, '-')}`
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${app.url}${path}`)
      await hydrated(page)
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
        t.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${path} fits ${width} px`)
        // Each theme at one width: axe takes longer than the page itself.
        const theme = width === 390 ? 'light' : 'dark'
        await setTheme(page, theme)
        const rules = width === 390 && path !== paths[0] ? ofLayout : undefined
        if (width !== 1024) t.strictSame(await axeFaults(page, rules), [], `${path}, ${theme}, ${width} px`)
        await picture(page, `${name}-${width}-${theme}`)
      }
      const { count, unseen, disordered } = await focusOrder(page)
      t.ok(count > 5, `${path}: ${count} stops`)
      t.strictSame(unseen, [], `${path}: the focus is visible`)
      t.strictSame(disordered, [], `${path}: Tab follows the document`)
      await openEach(t, page, path)
    }
    await page.goto('about:blank')
    t.strictSame(saved, [])
    t.strictSame(browser.errors, [])
  },
)
