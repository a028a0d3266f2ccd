import t from 'tap'
import { signUp } from '../support/actors.ts'
import { billingTest, received } from '../support/billing-page.ts'
import { axeFaults, hydrated, picture, setTheme } from '../support/browser.ts'
import { cancelPlan, choosePlan, sellPlans } from '../support/fixed-plans.ts'
import type { GatewayDouble } from '../support/gateways/double.ts'
import { deliver } from '../support/gateways/gateways.ts'

const fixture = await billingTest(t, {
  subscription_type: 'fixed',
  default_max_storage_amount: 5,
  default_max_team_member: 5,
})
const { app, browser, admin, stripe, paypal, url, open, pay } = fixture
const { jobs, settings } = app.coffer.platform
await sellPlans(admin)
type Page = Awaited<ReturnType<typeof open>>

/** To Plus, and back from the gateway's page. */
const subscribe = async (page: Page, double: GatewayDouble, gateway: string) => {
  await choosePlan(page, /^Plus/, gateway)
  await pay(page, double)
  await received(page)
}

t.test(
  'billing, fixed: at Stripe a user subscribes, changes with the proration shown, cancels and resumes',
  async (t) => {
    const user = await signUp(app)
    const page = await open(user)
    await page.getByRole('navigation', { name: 'Account pages' }).getByRole('link', { name: 'Billing' }).waitFor()
    await page.getByText('No transactions yet').waitFor()
    t.equal(await page.getByText('Payment methods').count(), 0, 'there is nothing to pay')
    t.strictSame(await axeFaults(page), [])
    await picture(page, 'billing-free')
    await page.getByRole('button', { name: 'Upgrade your account' }).click()
    const dialog = page.getByRole('dialog')
    t.ok(await dialog.getByRole('button', { name: 'Continue' }).isDisabled(), 'nothing is chosen yet')
    await dialog.getByRole('switch', { name: 'Billed annually' }).click()
    await dialog.getByText('Save 17%', { exact: true }).waitFor()
    t.equal(await dialog.getByRole('radio').count(), 1)
    await dialog.getByRole('switch', { name: 'Billed annually' }).click()
    t.strictSame(await axeFaults(page), [], 'plans')
    await picture(page, 'billing-plans')
    await subscribe(page, stripe, 'Stripe')
    await page.getByText('$9.00 per month').waitFor()
    await page.getByText('Payment methods').waitFor()
    await page.getByRole('rowheader', { name: 'Subscription' }).waitFor()
    const invoice = page.getByRole('link', { name: 'Invoice for Subscription' })
    t.equal((await user.client.fetch((await invoice.getAttribute('href')) ?? '')).status, 200)

    await page.getByRole('button', { name: 'Change plan' }).click()
    t.ok(await dialog.getByRole('radio', { name: /^Plus/ }).isDisabled(), 'the present plan is inert')
    await dialog.getByText('Current plan').waitFor()
    await dialog.getByRole('radio', { name: /^Pro/ }).press('Space')
    await dialog.getByRole('button', { name: 'Continue' }).press('Enter')
    await dialog.getByText('Due now').waitFor()
    t.match(await dialog.getByRole('definition').allTextContents(), ['$19.00', '−$9.00', '$10.00'])
    t.equal(stripe.priceOf([...stripe.subscriptions.values()].at(-1)?.price ?? '').amount, 900, 'not changed yet')
    t.strictSame(await axeFaults(page), [], 'proration')
    await picture(page, 'billing-change')
    await dialog.getByRole('button', { name: 'Change plan' }).press('Enter')
    await page.getByText('You’re on Pro now.').waitFor()
    await page.getByText('$19.00 per month').waitFor()

    await cancelPlan(page)
    await page.getByRole('button', { name: 'Resume subscription' }).press('Enter')
    await page.getByText('Your subscription continues.').waitFor()
    await page.getByText(/^Active until /).waitFor()
    const phone = await open(user, { width: 390 })
    for (const [shown, width, theme] of [
      [phone, 390, 'light'],
      [phone, 390, 'dark'],
      [page, 1024, 'light'],
      [page, 1440, 'dark'],
    ] as const) {
      await shown.setViewportSize({ width, height: 900 })
      await setTheme(shown, theme)
      t.strictSame(await axeFaults(shown), [], `${width} ${theme}`)
      await picture(shown, `billing-fixed-${width}-${theme}`)
    }
  },
)

t.test(
  'billing, fixed: a payment that arrives after the return is shown without a reload; an administrator cancels',
  async (t) => {
    const user = await signUp(app)
    const page = await open(user)
    await page.getByRole('button', { name: 'Upgrade your account' }).press('Enter')
    await choosePlan(page, /^Plus/, 'Stripe')
    await page.waitForURL(`${stripe.base}/**`)
    const { reference } = stripe.checkouts.at(-1) ?? { reference: '' }
    await page.goto(`${url}?checkout=${reference}`)
    await page.getByRole('status').getByText('Your plan changes as soon as it is.').waitFor()
    await page.locator('button[aria-busy=true]', { hasText: 'Upgrade your account' }).first().waitFor()
    await page.waitForSelector('html[data-realtime=open]')
    await page.evaluate(() => Object.assign(window, { running: true }))
    await page.route('**/api/subscriptions/checkouts/**', (route) => route.abort())
    const known = stripe.events.length
    stripe.pay(reference)
    for (const { body } of stripe.events.slice(known)) await deliver(app, stripe, body)
    await page.getByText('$9.00 per month').waitFor()
    await page.getByRole('rowheader', { name: 'Subscription' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await received(page)
    await page.getByRole('button', { name: 'Change plan' }).click()
    await page.getByRole('dialog').waitFor()
    t.ok(await page.evaluate(() => 'running' in window), 'the page was not reloaded')

    const office = await browser.visit(`${app.url}/admin/user/${user.id}/subscription`, { as: admin })
    const button = office.getByRole('main').getByRole('button', { name: 'Cancel subscription' })
    await button.press('Enter')
    const dialog = office.getByRole('dialog').or(office.getByRole('alertdialog'))
    t.strictSame(await axeFaults(office), [])
    await dialog.getByRole('button', { name: 'Cancel subscription' }).press('Enter')
    await office.getByText(/^Ends on /).waitFor()
    await button.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Canceled', { exact: true }).waitFor()
  },
)

/** Its renewal fails, and the gateway reports it. */
const failRenewal = async (double: GatewayDouble) => {
  const id = [...double.subscriptions.keys()].at(-1) ?? ''
  const known = double.events.length
  double.failRenewal(id)
  for (const { body } of double.events.slice(known)) await deliver(app, double, body)
  await jobs.settled('sync-gateway-object')
  return id
}

t.test(
  'billing, fixed: a renewal that failed is told on every page, and paid at its gateway; cancelled unpaid, the plan ends',
  async (t) => {
    for (const [double, gateway] of [
      [stripe, 'Stripe'],
      [paypal, 'PayPal'],
    ] as const) {
      const user = await signUp(app)
      const page = await open(user)
      await page.getByRole('button', { name: 'Upgrade your account' }).press('Enter')
      await subscribe(page, double, gateway)
      const id = await failRenewal(double)
      await page.goto(`${app.url}/user/profile`)
      await hydrated(page)
      await page.getByRole('link', { name: /The payment for your plan failed/ }).press('Enter')
      await page.getByText('Your plan couldn’t be renewed').waitFor()
      await page.getByText('Payment failed', { exact: true }).waitFor()
      t.strictSame(await axeFaults(page), [], gateway)
      t.equal(await page.getByRole('button', { name: 'Change plan' }).count(), 0, 'what is owed is paid first')
      const owed =
        double === stripe
          ? page.getByRole('link', { name: 'Pay now' })
          : page.getByRole('button', { name: 'Update payment' })
      await owed.press('Enter')
      await page.waitForURL(`${double.base}/**`)
      double.settle(id)
      await page.goto(`${url}?subscription=1`)
      await page.getByText(/^Active until /).waitFor()
      t.equal(await page.getByRole('link', { name: /The payment for your plan failed/ }).count(), 0, gateway)
      if (double !== stripe) continue

      for (const isPaid of [true, false]) {
        const failed = await failRenewal(stripe)
        await page.reload()
        // The page does not hear of it.
        if (isPaid) stripe.settle(failed)
        await page.getByRole('button', { name: 'Cancel subscription' }).press('Enter')
        const question = page.getByRole('alertdialog')
        await question.getByText(/^Plus ends now, .* what is owed is no longer charged/).waitFor()
        await question.getByRole('button', { name: 'Cancel subscription' }).press('Enter')
        await page.getByText(isPaid ? /^Your subscription ends on / : /^Your subscription has ended\.$/).waitFor()
        if (isPaid) await page.getByRole('button', { name: 'Resume subscription' }).press('Enter')
        if (isPaid) await page.getByText('Your subscription continues.').waitFor()
      }
      await page.getByRole('button', { name: 'Upgrade your account' }).waitFor()
      t.equal(await page.getByText('Your plan couldn’t be renewed').count(), 0)
    }
  },
)

t.test('billing: without an engine there is no page and no menu entry', async (t) => {
  const user = await signUp(app)
  await settings.set({ subscription_type: 'none' })
  t.teardown(() => settings.set({ subscription_type: 'fixed' }))
  const answer = await user.client.fetch(url)
  t.equal(new URL(answer.headers.get('location') ?? '', url).pathname, '/user/profile')
  const pages = /<nav[^>]+aria-label="Account pages".*?<\/nav>/s.exec(
    await (await user.client.fetch('/user/profile')).text(),
  )?.[0]
  t.match(pages, 'href="/user/settings/storage"')
  t.notMatch(pages, '/user/settings/billing')
  t.strictSame(browser.errors, [])
})
