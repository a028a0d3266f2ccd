import t from 'tap'
import { signUp } from '../support/actors.ts'
import { billingTest, received } from '../support/billing-page.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { cancelPlan, choosePlan, sellPlans } from '../support/fixed-plans.ts'

const fixture = await billingTest(t, {
  subscription_type: 'fixed',
  paypal_payment_description: 'Also by direct debit.',
})
const { app, browser, admin, paypal, paystack, url, open, pay } = fixture
await sellPlans(admin)

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
  await choosePlan(page, /^Plus/, 'PayPal')
  await pay(page, paypal)
  await received(page)
  await page.getByText('Paid with PayPal.').waitFor()
  t.equal(await page.getByText('Payment methods').count(), 0, 'a card that is stored here would not be charged')

  await page.getByRole('button', { name: 'Change plan' }).click()
  await dialog.getByRole('radio', { name: /^Pro/ }).press('Space')
  await dialog.getByRole('button', { name: 'Continue' }).press('Enter')
  await dialog.getByText('PayPal asks you to confirm the change').waitFor()
  await dialog.getByRole('button', { name: 'Continue to PayPal' }).press('Enter')
  await page.waitForURL(`${paypal.base}/approve/**`)
  // Where PayPal sends its user back to, before its webhook arrives.
  await page.goto(`${url}?subscription=1`)
  await page.getByText('Changes to Pro with the next payment.').waitFor()
  await page.getByRole('button', { name: 'Update payment' }).press('Enter')
  await page.waitForURL(`${paypal.base}/approve/**`)
  await page.goto(url)
  await hydrated(page)
  await cancelPlan(page)
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
  await pay(page, paystack)
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
  t.strictSame(browser.errors, [])
})
