import t from 'tap'
import { billingTest, fundInDialog, received } from '../support/billing-page.ts'
import { axeFaults, hydrated } from '../support/browser.ts'
import { appendUsage, gigabyte } from '../support/metered-accounts.ts'
import { meteredUser, sellUsage } from '../support/metered-plan.ts'
import { tabTo, tabToDialog } from '../support/tab-to.ts'

const { app, browser, admin, stripe, paystack, url, open, pay } = await billingTest(t, { subscription_type: 'metered' })
const { jobs } = app.coffer.platform
await sellUsage(admin)

t.test('billing, metered: estimate, alert and spending limit', async (t) => {
  const user = await meteredUser(app)
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

t.test('billing, metered: funds, an alert and a limit by the keyboard alone', async (t) => {
  const page = await open(await meteredUser(app))
  const enter = () => page.keyboard.press('Enter')
  for (const [button, amount, shown] of [
    ['Set an alert', '20', '$20.00'],
    ['Set a limit', '40', '$40.00'],
  ] as const) {
    await tabTo(page, button)
    await enter()
    await page.keyboard.type(amount)
    await enter()
    await page.getByText(shown).waitFor()
  }
  await page.reload()
  await hydrated(page)
  await tabTo(page, 'Add funds')
  await enter()
  await tabToDialog(page, 'input')
  await page.keyboard.type('7')
  await tabTo(page, 'Make a payment')
  await enter()
  await pay(page, stripe)
  await received(page)
  t.strictSame(await axeFaults(page), [])
})

t.test('billing, metered: the list of transactions goes on, and an error can be retried', async (t) => {
  const user = await meteredUser(app)
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
  await fundInDialog(page, '5', 'Paystack')
  await pay(page, paystack)
  await received(page)
  await page.getByRole('region', { name: 'Balance' }).getByText('$83.00').waitFor()
  t.strictSame(browser.errors, [])
})
