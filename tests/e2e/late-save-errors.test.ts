import type { Route } from 'playwright-core'
import t from 'tap'
import { newAdmin } from '../support/admins.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser } = await pagesTest(t, { env: { API_RATE_LIMIT: '0,0' } })
const admin = await newAdmin(app, { name: 'Ada Admin' })

/** A handler that holds a request back until `answer` is called. */
const held = () => {
  const { promise: released, resolve: answer } = Promise.withResolvers<void>()
  const handle = async (route: Route) => {
    await released
    await route.fallback()
  }
  return { handle, answer }
}

t.test(
  'late errors: a text that is rejected after its row has gone is named, and nothing is asked for later',
  async (t) => {
    const page = await browser.visit(`${app.url}/admin/language?locale=de`, { as: admin })
    const { handle, answer } = held()
    await page.route('**/api/admin/languages/de/strings', handle)
    const field = page.locator('main textarea').first()
    const stored = await field.inputValue()
    await field.fill('{{unknown}}')
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL(/cursor=/)
    await eventually(t, async () => (await field.inputValue()) === stored, false)
    answer()
    await page
      .getByText(/“.*:.*” wasn’t saved/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.waitForURL('**/admin/dashboard')
    t.strictSame(browser.errors, [])
  },
)

t.test('late errors: a setting that is rejected after its page was left is told on the next', async (t) => {
  const page = await browser.visit(`${app.url}/user/profile`, { as: admin })
  const { promise: released, resolve: answer } = Promise.withResolvers<void>()
  const rejected = { type: 'error', code: 'validation', message: 'No', errors: { city: ['There is no such city.'] } }
  await page.route('**/api/user/settings', async (route) => {
    await released
    await route.fulfill({ status: 422, json: rejected })
  })
  const sent = page.waitForRequest('**/api/user/settings')
  await page.getByRole('textbox', { name: 'City', exact: true }).fill('Typed')
  await sent
  await page.getByRole('link', { name: 'Security' }).first().click()
  await page.waitForURL('**/user/settings/password')
  answer()
  await page.getByText('There is no such city.').first().waitFor()
  t.match(page.url(), /password$/)
  await page.unroute('**/api/user/settings')
})

t.test('late errors: the browser asks before a long text is lost that it would not go on sending', async (t) => {
  const page = await browser.visit(`${app.url}/admin/pages/privacy-policy`, { as: admin })
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.dismiss()
  })
  const saved = page.getByRole('status').filter({ hasText: /^Saved/ })
  const content = page.locator('[name=content]')
  // Browsers ask only where somebody has used the page.
  await content.click()
  await content.fill('Short')
  t.equal(await page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))), true)
  await saved.waitFor()
  const { handle, answer } = held()
  await page.route('**/api/admin/pages/privacy-policy', handle)
  const long = 'A paragraph. '.repeat(2_000)
  await content.fill(long)
  await page.reload({ timeout: 5_000 }).catch(() => {})
  await eventually(t, () => asked.join(), 'beforeunload')
  answer()
  await eventually(
    t,
    async () =>
      (await admin.client.get<{ data: { attributes: { content: string } } }>('/api/admin/pages/privacy-policy')).body
        .data.attributes.content,
    long.trim(),
  )
  await saved.waitFor()
  await page.reload()
  t.strictSame(asked, ['beforeunload'], 'not once it is saved')
})

t.test(
  'late pages: a conflict of a legal page is resolved once the text of the other person has arrived',
  async (t) => {
    const page = await browser.visit(`${app.url}/admin/pages/privacy-policy`, { as: admin })
    const { handle, answer } = held()
    await page.route('**/privacy-policy/index.pageContext.json*', handle)
    await admin.client.patch('/api/admin/pages/privacy-policy', { name: 'content', value: 'Theirs' })
    const content = page.locator('[name=content]')
    await content.fill('Mine')
    const discard = page.getByRole('button', { name: 'Discard my text' })
    await discard.click({ force: true })
    t.equal(await content.inputValue(), 'Mine')
    answer()
    await eventually(t, () => discard.getAttribute('aria-busy'), null)
    const failed = page.waitForEvent('requestfailed')
    await page.route('**/api/admin/pages/privacy-policy', (route) => route.abort())
    await page.getByRole('button', { name: 'Save my text' }).click()
    await failed
    await page.unroute('**/api/admin/pages/privacy-policy')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await eventually(t, () => discard.getAttribute('aria-busy'), null, 'after a failure both can be chosen')
    await discard.click()
    await eventually(t, () => content.inputValue(), 'Theirs')
    await page.getByText('Someone else has changed this text').waitFor({ state: 'detached' })
    t.strictSame(browser.errors, [])
  },
)
