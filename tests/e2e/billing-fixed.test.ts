import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import type { GatewayDouble } from '../support/gateways/double.ts'
import { gatewayDoubles } from '../support/gateways/gateways.ts'
import { pagesTest } from '../support/pages-test.ts'

const { doubles, env } = await gatewayDoubles(t)
const [stripe, paypal, paystack] = doubles as [GatewayDouble, GatewayDouble, GatewayDouble]
const { app, browser } = await pagesTest(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
const admin = await newAdmin(app)
await app.coffer.platform.settings.set({
  ...{ allowed_payments: true, subscription_type: 'fixed', default_max_storage_amount: 5 },
  ...{ default_max_team_member: 5, paypal_payment_description: 'Also by direct debit.' },
})
for (const { name: service, credentials } of doubles)
  await admin.client.post('/api/admin/settings/payment-service', { service, ...credentials })

const newPlan = async (name: string, amount: string, interval: string, [storage, members]: [number, number]) => {
  const features = { max_storage_amount: storage, max_team_members: members }
  const { status } = await admin.client.post('/api/subscriptions/admin/plans', {
    ...{ type: 'fixed', name, amount, currency: 'USD', interval, features },
  })
  if (status !== 201) throw new Error(`${name}: ${status}`)
}
await newPlan('Plus', '9', 'month', [50, 5])
await newPlan('Pro', '19', 'month', [500, -1])
await newPlan('Plus', '90', 'year', [50, 5])

const url = `${app.url}/user/settings/billing`
const open = async (as: Actor, visit = {}) => {
  const page = await browser.visit(url, { as, ...visit })
  await hydrated(page)
  return page
}
type Page = Awaited<ReturnType<typeof open>>

/** Pays the newest checkout, and returns from the gateway's page. */
const pay = async (page: Page, double: GatewayDouble) => {
  await page.waitForURL(`${double.base}/**`)
  const { reference } = double.checkouts.at(-1) ?? { reference: '' }
  double.pay(reference)
  await page.goto(`${url}?checkout=${reference}`)
  await page.getByRole('status').getByText('was received').waitFor()
}
const subscribe = async (page: Page, double: GatewayDouble, plan: RegExp, gateway: string) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: plan }).press('Space')
  await dialog.getByRole('button', { name: 'Continue' }).press('Enter')
  await dialog.getByRole('radio', { name: gateway }).press('Space')
  await dialog.getByRole('button', { name: `Continue to ${gateway}` }).press('Enter')
  await pay(page, double)
}
const cancel = async (page: Page) => {
  await page.getByRole('button', { name: 'Cancel subscription' }).press('Enter')
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await dialog.getByText(/^You keep \w+ until /).waitFor()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).press('Enter')
  await page.getByText('Cancelled', { exact: true }).waitFor()
  await page.getByText(/^Ends on /).waitFor()
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
    await subscribe(page, stripe, /^Plus/, 'Stripe')
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

    await cancel(page)
    await page.getByRole('button', { name: 'Resume subscription' }).press('Enter')
    await page.getByText('Your subscription continues.').waitFor()
    await page.getByText(/^Active until /).waitFor()
    for (const [width, theme] of [
      [390, 'dark'],
      [390, 'light'],
      [1024, 'light'],
      [1440, 'dark'],
    ] as const) {
      const other = await open(user, { width, theme })
      t.strictSame(await axeFaults(other), [], `${width} ${theme}`)
      await picture(other, `billing-fixed-${width}-${theme}`)
    }
  },
)

t.test('billing, fixed: PayPal confirms a change itself, and a cancelled subscription is begun anew', async (t) => {
  const page = await open(await signUp(app))
  await page.getByRole('button', { name: 'Upgrade your account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Plus/ }).press('Space')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Also by direct debit.').waitFor()
  t.strictSame(await axeFaults(page), [], 'ways to pay')
  await picture(page, 'billing-methods')
  await dialog.getByRole('button', { name: 'Back' }).press('Enter')
  await subscribe(page, paypal, /^Plus/, 'PayPal')
  await page.getByText('Paid with PayPal.').waitFor()
  t.equal(await page.getByText('Payment methods').count(), 0, 'a card that is stored here would not be charged')

  await page.getByRole('button', { name: 'Change plan' }).click()
  await dialog.getByRole('radio', { name: /^Pro/ }).press('Space')
  await dialog.getByRole('button', { name: 'Continue' }).press('Enter')
  await dialog.getByText('PayPal asks you to confirm the change').waitFor()
  await dialog.getByRole('button', { name: 'Continue to PayPal' }).press('Enter')
  await page.waitForURL(`${paypal.base}/approve/**`)
  await page.goto(url)
  await hydrated(page)
  await page.getByRole('button', { name: 'Update payment' }).press('Enter')
  await page.waitForURL(`${paypal.base}/approve/**`)
  await page.goto(url)
  await hydrated(page)
  await cancel(page)
  t.equal(await page.getByRole('button', { name: 'Resume subscription' }).count(), 0)
  await page.getByRole('button', { name: 'Subscribe again' }).press('Enter')
  await dialog.getByRole('radio', { name: /^Plus/ }).press('Space')
  await dialog.getByRole('button', { name: 'Continue' }).press('Enter')
  await dialog.getByText('Stripe starts a new subscription today').waitFor()
})

t.test('billing, fixed: at Paystack the payment is updated, and another plan is a new subscription', async (t) => {
  const user = await signUp(app)
  await user.client.patch('/api/user/settings', { name: 'locale', value: 'de' })
  const page = await open(user, { width: 390 })
  await page.getByRole('button', { name: 'Konto erweitern' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Plus/ }).tap()
  await dialog.getByRole('button', { name: 'Weiter' }).tap()
  await dialog.getByRole('radio', { name: 'Paystack' }).tap()
  t.strictSame(await axeFaults(page), [], 'on a phone')
  await picture(page, 'billing-methods-390')
  await dialog.getByRole('button', { name: 'Weiter zu Paystack' }).tap()
  await page.waitForURL(`${paystack.base}/**`)
  const { reference } = paystack.checkouts.at(-1) ?? { reference: '' }
  paystack.pay(reference)
  await page.goto(`${url}?checkout=${reference}`)
  await page.getByText('Bezahlt über Paystack.').waitFor()
  await page.getByRole('button', { name: 'Abo kündigen' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abo kündigen' }).tap()
  await page.getByText('Gekündigt', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Abo fortsetzen' }).tap()
  await page.getByText('Dein Abo läuft weiter.').waitFor()
  await page.getByRole('button', { name: 'Zahlung ändern' }).tap()
  await page.waitForURL(`${paystack.base}/manage/**`)
  await page.goto(url)
  await hydrated(page)
  await page.getByRole('button', { name: 'Tarif wechseln' }).tap()
  await dialog.getByRole('radio', { name: /^Pro/ }).tap()
  await dialog.getByRole('button', { name: 'Weiter' }).tap()
  await dialog.getByText('Bei Stripe beginnt heute ein neues Abo').waitFor()
})

t.test('billing: without an engine there is no page and no menu entry', async (t) => {
  const user = await signUp(app)
  await app.coffer.platform.settings.set({ subscription_type: 'none' })
  t.teardown(() => app.coffer.platform.settings.set({ subscription_type: 'fixed' }))
  const page = await browser.visit(url, { as: user })
  await page.waitForURL(`${app.url}/user/profile`)
  const pages = page.getByRole('navigation', { name: 'Account pages' })
  await pages.getByRole('link', { name: 'Storage' }).waitFor()
  t.equal(await pages.getByRole('link', { name: 'Billing' }).count(), 0)
  t.strictSame(browser.errors, [])
})
