import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { axeFaults, hydrated, picture, revisit } from '../support/browser.ts'
import type { GatewayDouble } from '../support/gateways/double.ts'
import { gatewayDoubles } from '../support/gateways/gateways.ts'
import { endPeriod, meteredUser, sellUsage } from '../support/metered-plan.ts'
import { pagesTest } from '../support/pages-test.ts'

const { doubles, env } = await gatewayDoubles(t)
const [stripe, paypal] = doubles as [GatewayDouble, GatewayDouble]
const { app, browser } = await pagesTest(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
const url = `${app.url}/user/settings/billing`
const admin = await newAdmin(app)
/** Each test goes on in it. */
const tab = await browser.visit(`${app.url}/robots.txt`, { hydrates: false })

t.test('payments: an administrator sets a gateway up; wrong credentials are rejected', async (t) => {
  const page = await revisit(tab, `${app.url}/admin/payments/payments`, { as: admin })
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
  const page = await revisit(tab, url, { as: user })
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
  const returned = `${url}?checkout=${reference}`
  await page.goto(returned)
  await page.getByRole('status').getByText('$25.50 was received.').waitFor()
  await page.locator('p', { hasText: /^\$25\.50$/ }).waitFor()

  await page.getByRole('link', { name: 'Add payment method' }).click()
  await page.frameLocator('iframe').getByLabel('Card number').fill('4242424242424242')
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByText('Your card was saved.').waitFor()
  await page.getByText('Visa •••• 4242').waitFor()
  await page.getByText('Expires Apr 2030').waitFor()
  t.equal(page.url(), url, 'a reload does not say it again')
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'billing')
  const phone = await browser.visit(url, { as: user, width: 390, theme: 'dark' })
  await page.setViewportSize({ width: 1024, height: 900 })
  for (const [shown, width] of [
    [phone, 390],
    [page, 1024],
  ] as const) {
    t.strictSame(await axeFaults(shown), [], String(width))
    await picture(shown, `billing-${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Remove Visa •••• 4242' }).click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No saved cards.').waitFor()
  await page.getByText('Visa •••• 4242 was removed.').waitFor()

  const hold = async (path: string) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(path, async (route) => {
      await released
      await route.continue().catch(() => {})
    })
    return release
  }
  const answer = await hold('**/credit-cards/refresh')
  const arrive = await hold('**/platform/files/index.pageContext.json')
  await page.goto(`${url}?cards=stored`)
  await hydrated(page)
  const left = page.waitForRequest('**/platform/files/index.pageContext.json')
  await page.locator('a[href="/platform/files"]').first().click()
  await left
  answer()
  await page.getByText('No card was saved.').waitFor()
  arrive()
  await page.waitForURL(`${app.url}/platform/files`)
  await page.unrouteAll({ behavior: 'wait' })
})

const policyOf = async (path: string, { client }: Actor) =>
  (await client.fetch(path)).headers.get('content-security-policy') ?? ''

t.test('billing, metered: a stored card pays what failed, on request', async (t) => {
  await sellUsage(admin)
  const user = await meteredUser(app)
  const page = await revisit(tab, url, { as: user })
  t.notMatch(await policyOf(url, user), stripe.base, 'only the page with the form may load it')
  t.match(await policyOf(`${url}/card`, user), `frame-src 'self' ${stripe.base}`)
  await page.getByRole('link', { name: 'Add payment method' }).press('Enter')
  await page.waitForURL(`${url}/card`)
  const number = page.frameLocator('iframe').getByLabel('Card number')
  const store = page.getByRole('button', { name: 'Save card' })
  await number.fill('4000000000000002')
  await store.press('Enter')
  await page.getByRole('alert').getByText('Your card was declined.').waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'billing-card-form')
  await number.fill('4242424242424242')
  await store.press('Enter')
  await page.getByText('Visa •••• 4242').waitFor()
  stripe.declining = true
  await endPeriod(app.coffer, user)
  await endPeriod(app.coffer, user)
  await page.reload()
  await hydrated(page)
  const failed = page.getByRole('region', { name: 'Failed payments' })
  await failed.getByText('-$24.98').waitFor()
  t.equal(await failed.getByText(/^From your card · 1 attempt/).count(), 2)
  await failed.getByRole('button', { name: 'Pay now' }).press('Enter')
  await page.getByText('The payment didn’t go through.').waitFor()
  await failed
    .getByText(/^From your card · 2 attempts/)
    .nth(1)
    .waitFor()
  let charges = 0
  Object.defineProperty(stripe, 'declining', { configurable: true, get: () => charges++ === 0 })
  await failed.getByRole('button', { name: 'Pay now' }).press('Enter')
  await failed.getByText('-$12.49').waitFor()
  Object.defineProperty(stripe, 'declining', { value: false, writable: true })
  await failed.getByRole('button', { name: 'Pay now' }).press('Enter')
  await page.getByText('Everything that was open is paid.').waitFor()
  await failed.waitFor({ state: 'detached' })
  t.strictSame(browser.errors, [])
})

t.test('billing, metered: without Stripe’s script, or without any, a card is entered at Stripe', async (t) => {
  const user = await meteredUser(app)
  const page = await revisit(tab, url, { as: user })
  await page.route(`${stripe.base}/v3/`, (route) => route.abort())
  await page.goto(`${url}/card`)
  await page.getByText('Couldn’t load the card form.').waitFor()
  t.strictSame(await axeFaults(page), [])
  await page.getByRole('button', { name: 'Continue at Stripe' }).press('Enter')
  await page.waitForURL(`${stripe.base}/card/**`)
  const plain = await browser.visit(`${url}/card`, { as: user, scripts: false })
  await plain.getByRole('button', { name: 'Continue at Stripe' }).click()
  await plain.waitForURL(`${stripe.base}/card/**`)
  browser.errors.splice(0)
})
