import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import type { GatewayDouble } from '../support/gateways/double.ts'
import { gatewayDoubles } from '../support/gateways/gateways.ts'
import { pagesTest } from '../support/pages-test.ts'

const { doubles, env } = await gatewayDoubles(t)
const [stripe, paypal] = doubles as [GatewayDouble, GatewayDouble]
const { app, browser } = await pagesTest(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })

t.test('payments: an administrator sets a gateway up; wrong credentials are rejected', async (t) => {
  const admin = await newAdmin(app)
  const page = await browser.visit(`${app.url}/admin/payments/payments`, { as: admin })
  await hydrated(page)
  await page.getByRole('switch', { name: 'Accept payments' }).click()
  const form = page.locator('form', { has: page.getByLabel('Webhook secret') })
  await form.getByRole('button', { name: 'Test and save' }).click()
  t.equal(await form.locator('[aria-invalid=true]').count(), 3, 'empty fields are named')
  const enter = async (secret: string) => {
    await form.getByLabel('Publishable key').fill(stripe.credentials.key)
    await form.getByLabel('Secret key').fill(secret)
    await form.getByLabel('Webhook secret').fill(stripe.credentials.webhook)
    await form.getByLabel('Webhook secret').press('Enter')
  }
  await enter('wrong')
  await form.getByText('didn’t accept these credentials').waitFor()
  await enter(stripe.credentials.secret)
  await page.getByText('The credentials work and were saved.').waitFor()
  await page.getByRole('button', { name: 'Update your credentials' }).waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'admin-payments')
  await admin.client.post('/api/admin/settings/payment-service', { service: 'paypal', ...paypal.credentials })
})

t.test('payments: a user funds the balance at a gateway, and stores and removes a card', async (t) => {
  const user = await signUp(app)
  await app.coffer.platform.settings.set({ subscription_type: 'metered' })
  const page = await browser.visit(`${app.url}/user/settings/billing`, { as: user })
  await hydrated(page)
  await page.getByRole('button', { name: 'Add funds' }).click()
  await page.getByRole('radio', { name: 'PayPal' }).press('Space')
  await page.getByRole('radio', { name: 'Stripe' }).press('Space')
  await page.getByLabel('Add funds (USD)').fill('abc')
  await page.getByRole('button', { name: 'Make a payment' }).click()
  await page.getByText('Enter an amount from 1').waitFor()
  await page.getByLabel('Add funds (USD)').fill('25.50')
  await page.getByRole('button', { name: 'Make a payment' }).click()
  await page.waitForURL(`${stripe.base}/pay/**`)
  const { reference } = stripe.checkouts.at(-1) ?? { reference: '' }
  stripe.pay(reference)
  const returned = `${app.url}/user/settings/billing?checkout=${reference}`
  await page.goto(returned)
  await page.getByRole('status').getByText('$25.50 was received.').waitFor()
  await page.locator('p', { hasText: /^\$25\.50$/ }).waitFor()

  await page.getByRole('link', { name: 'Add payment method' }).click()
  await page.frameLocator('iframe').getByLabel('Card number').fill('4242424242424242')
  await page.getByRole('button', { name: 'Store card' }).click()
  await page.getByText('Visa •••• 4242').waitFor()
  await page.getByText('Expires Apr 2030').waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'billing')
  for (const [width, theme] of [
    [390, 'dark'],
    [1024, 'light'],
  ] as const) {
    const other = await browser.visit(`${app.url}/user/settings/billing`, { as: user, width, theme })
    await hydrated(other)
    t.strictSame(await axeFaults(other), [], String(width))
    await picture(other, `billing-${width}`)
  }
  await page.getByRole('button', { name: 'Remove Visa •••• 4242' }).click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No stored cards.').waitFor()
})
