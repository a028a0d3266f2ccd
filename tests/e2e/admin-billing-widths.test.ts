import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { billingTest } from '../support/billing-page.ts'
import { hydrated } from '../support/browser.ts'
import { sellPlans } from '../support/fixed-plans.ts'
import { deliver } from '../support/gateways/gateways.ts'
import { eventually } from '../support/poll.ts'

const settings = { subscription_type: 'fixed' as const, language: 'de' }
const { app, browser, admin, stripe, paypal } = await billingTest(t, settings)
const { db, jobs } = app.coffer.platform
await sellPlans(admin)
const [plan] = await db.query<{ id: string }>('select plan_id as id from plan_versions where amount = 900')

/** With an unpaid plan at Stripe, and a cancelled one at PayPal. */
const users: Actor[] = []

/** The boxes of tables whose content is wider than they are. */
const cutTables = () =>
  [...document.querySelectorAll('main section:has(> table)')]
    .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
    .map((box) => `${box.getAttribute('aria-label')}: ${box.scrollWidth} in ${box.clientWidth} px`)

t.test('admin billing: no table is cut off on a phone, a tablet or a laptop, in German with long names', async (t) => {
  for (const double of [stripe, paypal]) {
    const user = await signUp(app, { name: 'Maximiliane Musterfrau-Schmidtbauer von Hohenstein' })
    const { body } = await user.client.post<{ data: { reference: string } }>(`/api/${double.name}/checkout`, {
      planCode: plan?.id,
    })
    double.pay(body.data.reference)
    if (double === stripe) double.failRenewal([...double.subscriptions.keys()][0] ?? '')
    for (const event of double.events) await deliver(app, double, event.body)
    users.push(user)
  }
  await jobs.settled('sync-gateway-object')
  t.equal((await users[1]?.client.post('/api/subscriptions/cancel', {}))?.status, 200)
  await db.query("update users set locale = 'de' where id = $1", [admin.id])
  const page = await browser.visit(app.url, { as: admin })
  for (const path of [
    '/admin/plans',
    '/admin/subscriptions',
    '/admin/invoices',
    `/admin/plan/${plan?.id}/fixed/subscribers`,
    `/admin/user/${users[0]?.id}/subscription`,
  ]) {
    await page.goto(app.url + path)
    await hydrated(page)
    for (const width of [390, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.locator('main table tbody tr').first().waitFor()
      t.strictSame(await page.evaluate(cutTables), [], `${path} at ${width} px`)
      if (width === 390 && path === '/admin/invoices')
        t.match(await page.locator('[data-transaction] td').first().innerText(), /^Maximiliane .* Hohenstein\n/)
    }
  }
})

t.test('admin billing: a plan whose period is not paid promises no date, and its cancellation ends it', async (t) => {
  const page = await browser.visit(`${app.url}/admin/subscriptions`, { as: admin })
  const unpaid = page.getByRole('row', { name: /Zahlung fehlgeschlagen/ })
  t.notMatch(await unpaid.innerText(), /20\d\d/)
  await page.goto(`${app.url}/admin/user/${users[0]?.id}/subscription`)
  await hydrated(page)
  await page.getByText('Zahlung fehlgeschlagen').waitFor()
  // In the hour before a renewal is charged, none has failed yet.
  await db.query('update gateway_subscriptions set past_due = null where is_unpaid')
  // A rendered page is kept for a second.
  await eventually(t, () => page.reload().then(() => page.getByText('Zahlung fehlgeschlagen').count()), 0)
  await hydrated(page)
  t.equal(await page.getByText('Aktiv bis').count(), 0)
  await page.getByRole('button', { name: 'Abonnement kündigen' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Der Tarif endet sofort, da der laufende Zeitraum nicht bezahlt ist').waitFor()
  await dialog.getByRole('button', { name: 'Abonnement kündigen' }).click()
  await page.getByText('Das Abonnement ist beendet.').waitFor()
  t.strictSame(browser.errors, [])
})
