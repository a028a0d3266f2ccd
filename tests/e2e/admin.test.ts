import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { axeFaults } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'

const { app, browser } = await pagesTest(t, { env: { API_RATE_LIMIT: '0,0' } })
const admin = await newAdmin(app, { name: 'Ada Admin' })

t.test('admin: a setting saves itself, and open pages of others show it at once', async (t) => {
  const user = await signUp(app)
  const files = await browser.visit(`${app.url}/platform/files`, { as: user })
  const page = await browser.visit(`${app.url}/admin/settings/appearance`, { as: admin })
  await page.getByLabel('Name').fill('Acme Drive')
  await page.keyboard.press('Enter')
  await page.getByText(/^Saved/).waitFor()
  await eventuallyMatches(t, () => files.title(), / – Acme Drive$/)
  const brand = () =>
    files.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand-solid').trim())
  const before = await brand()
  await page.getByLabel('Brand color').fill('#7c3aed')
  await page.getByLabel('Brand color').blur()
  await eventually(t, async () => (await brand()) !== before, true)
  t.strictSame(browser.errors, [])
})

t.test('admin: users are found, filtered and suspended by keyboard; a user finds nothing', async (t) => {
  const user = await signUp(app, { name: 'Bertha Bulk' })
  const page = await browser.visit(`${app.url}/admin/users`, { as: admin })
  await page.getByRole('searchbox', { name: 'Search name or email' }).focus()
  await page.keyboard.type('bertha')
  await page.waitForURL(/search=bertha/)
  await eventually(t, () => page.locator('[data-user]').count(), 1)
  await page.getByRole('checkbox', { name: 'Select Bertha Bulk' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Suspend' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  t.strictSame(await axeFaults(page), [])
  await dialog.getByLabel('Reason (optional)').fill('Spam')
  await dialog.getByRole('button', { name: 'Suspend' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 account suspended.').waitFor()
  await page.locator('[data-user]').getByText('Suspended').waitFor()
  t.equal((await user.client.get('/api/user')).status, 401)

  await page.getByRole('link', { name: 'Bertha Bulk' }).press('Enter')
  await page.getByText('Spam').waitFor()
  await page.getByRole('button', { name: 'Reactivate' }).press('Enter')
  await page.getByText('The account is active').waitFor()

  const other = await signUp(app)
  const hidden = await browser.visit(`${app.url}/admin/users`, { as: other })
  t.match(await hidden.title(), /not found/i)
  t.equal(await hidden.getByRole('link', { name: 'Administration' }).count(), 0)
  t.strictSame(browser.errors, [])
})
