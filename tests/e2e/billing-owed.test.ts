import t from 'tap'
import { billingTest, fundInDialog, received } from '../support/billing-page.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { cuttableSocket } from '../support/cut-socket.ts'
import { endPeriod, meteredUser, sellUsage } from '../support/metered-plan.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder } from '../support/shares.ts'

const fixture = await billingTest(t, { subscription_type: 'metered' })
const { app, browser, admin, paypal, paystack, url, open, pay } = fixture
const { db, settings } = app.coffer.platform
await sellUsage(admin)

t.test('billing, metered: a failed payment blocks the account; funding pays it and releases', async (t) => {
  const user = await meteredUser(app)
  const folder = await makeFolder(user, 'Shared')
  const share = await user.client.post<{ data: { attributes: { token: string } } }>('/api/share', {
    id: folder,
    type: 'folder',
    permission: 'visitor',
  })
  t.equal(share.status, 201)
  const shareUrl = `${app.url}/share/${share.body.data.attributes.token}`
  await endPeriod(app.coffer, user)
  await db.query('update billing_accounts set dunning_sequence = 3 where user_id = $1', [user.id])
  await db.transaction(async (tx) => tx.emit('billing.entitlements.changed', { userIds: [user.id] }))

  const visitor = await browser.visit(shareUrl)
  await visitor.waitForURL(`${app.url}/temporary-unavailable`)
  const page = await browser.visit(`${app.url}/user/profile`, { as: user })
  await hydrated(page)
  await page.goto(`${app.url}/platform/files/${folder}`)
  const empty = page.getByRole('main')
  await empty.getByText('Uploading is turned off for your account').waitFor()
  t.equal(
    await empty.getByRole('button', { name: 'Upload files' }).count(),
    0,
    'an action that the account may not take is not offered',
  )
  await picture(page, 'files-restricted')
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
  await fundInDialog(page, '25.50', 'PayPal')
  await pay(page, paypal)
  await received(page)
  // The page is notified of collections after the payment.
  await page.getByRole('region', { name: 'Balance' }).getByText('$13.01').waitFor()
  await failed.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /A payment failed/ }).waitFor({ state: 'detached' })
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
  const table = await german.getByRole('table', { name: 'Buchungen' }).boundingBox()
  t.ok(table && table.x >= 0 && table.x + table.width <= 390, 'the longest words fit a phone')
})

t.test('billing: a bill from before the engine was turned off is paid on the billing page', async (t) => {
  const user = await meteredUser(app)
  await endPeriod(app.coffer, user)
  await settings.set({ subscription_type: 'none' })
  t.teardown(() => settings.set({ subscription_type: 'metered' }))
  const page = await browser.visit(`${app.url}/user/profile`, { as: user })
  await page.getByRole('navigation', { name: 'Account pages' }).getByRole('link', { name: 'Billing' }).waitFor()
  await page.getByRole('link', { name: /A bill couldn’t be collected/ }).press('Enter')
  await page.waitForURL(url)
  const failed = page.getByRole('region', { name: 'Failed payments' })
  await failed.getByText('-$12.49').waitFor()
  t.equal(await page.getByRole('region', { name: /Usage estimate|Free plan|Billing alert/ }).count(), 0)
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'billing-none')
  await failed.getByRole('button', { name: 'Add funds' }).press('Enter')
  t.equal(await page.getByRole('dialog').getByLabel('Add funds (USD)').inputValue(), '12.49')
  await fundInDialog(page, '12.49', 'Paystack')
  await pay(page, paystack)
  // Nothing is owed: there is no billing page any more.
  await page.waitForURL(`${app.url}/user/profile`)
  await page.getByRole('link', { name: /A bill couldn’t be collected/ }).waitFor({ state: 'detached' })
  t.strictSame(browser.errors, [])
})

t.test('billing: a page whose connection was lost shows what was paid meanwhile', async (t) => {
  const user = await meteredUser(app)
  await endPeriod(app.coffer, user)
  const page = await browser.visit(`${app.url}/temporary-unavailable`, { as: user })
  const { cut, restore } = await cuttableSocket(page)
  await page.goto(url)
  await hydrated(page)
  const failed = page.getByRole('region', { name: 'Failed payments' })
  await failed.getByText('-$12.49').waitFor()
  await cut()
  const { status } = await admin.client.post(`/api/subscriptions/admin/users/${user.id}/credit`, { amount: 20 })
  t.ok(status < 300, `${status}`)
  await eventually(
    t,
    async () => (await db.query("select 1 from bills where user_id = $1 and status = 'open'", [user.id])).length,
    0,
  )
  t.equal(await failed.count(), 1)
  restore()
  await failed.waitFor({ state: 'detached' })
  t.strictSame(browser.errors, [])
})
