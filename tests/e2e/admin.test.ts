import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { axeFaults, hydrated } from '../support/browser.ts'
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
  const color = page.getByLabel('Brand color')
  const isPale = page.getByText(/^White text on this color/)
  await color.fill('#fde047')
  await isPale.waitFor()
  await color.fill('#7c3aed')
  await isPale.waitFor({ state: 'detached' })
  await eventually(t, async () => (await brand()) !== before, true)
  const stored = () => app.coffer.platform.settings.get('app_color')
  await eventually(t, stored, '#7c3aed')
  // Closed with the focus in the fields.
  await page.getByLabel('Name').fill('Acme Files')
  await color.fill('#15803d')
  await page.goto('about:blank')
  await eventually(t, stored, '#15803d')
  await eventuallyMatches(t, () => files.title(), / – Acme Files$/)
  t.strictSame(browser.errors, [])
})

t.test('admin: a typed number is shown as it is stored, and follows what another administrator saves', async (t) => {
  const { settings } = app.coffer.platform
  const before = await settings.get('default_max_storage_amount')
  t.teardown(() => settings.set({ subscription_type: 'none', default_max_storage_amount: before }))
  const page = await browser.visit(`${app.url}/admin/settings/others`, { as: admin })
  const limit = page.getByLabel('Default storage limit')
  await limit.fill('4,5')
  await limit.press('Tab')
  await eventually(t, () => limit.inputValue(), '4.5')
  await eventually(t, () => settings.get('default_max_storage_amount'), 4.5)
  /** After a change of the engine, the page reads its data again. */
  const changeEngine = async (engine: string) => {
    await page.getByLabel('Subscription type').selectOption(engine)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change subscription type' }).click()
  }
  await changeEngine('fixed')
  await page.getByRole('navigation', { name: 'Administration' }).last().getByRole('link', { name: 'Plans' }).waitFor()
  await settings.set({ default_max_storage_amount: 6 })
  await changeEngine('none')
  await eventually(t, () => limit.inputValue(), '6')
  t.strictSame(browser.errors, [])
})

t.test('admin: what was not saved says so: a secret without the password, a rejected title', async (t) => {
  const careful = await signUp(app, { name: 'Cara Careful' })
  await app.coffer.platform.db.query(`update users set role = 'admin' where id = $1`, [careful.id])
  app.coffer.users.invalidate(careful.id)
  const page = await browser.visit(`${app.url}/admin/settings/sign-in`, { as: careful })
  const secret = page.locator('[name=google_client_secret]')
  const row = page.locator('div.flex', { has: secret }).last()
  await secret.fill('hush')
  await row.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Not saved').waitFor()
  t.equal(await secret.inputValue(), 'hush')
  await row.getByText('Not set', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(careful.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await row.getByText('Set', { exact: true }).waitFor()
  t.equal(await secret.inputValue(), '')

  await page.goto(`${app.url}/admin/pages/cookie-policy`)
  await hydrated(page)
  await page.getByLabel('Title').fill('Two\twords')
  await page.getByRole('textbox', { name: 'Content' }).fill('# Our own cookies')
  await page.getByText('This value isn’t valid.').waitFor()
  await page.getByRole('heading', { name: 'Our own cookies' }).waitFor()
  await page.getByText(/^Saved/).waitFor()
  t.strictSame(browser.errors, [])
})

t.test('admin: users are found, filtered and suspended by keyboard; a user finds nothing', async (t) => {
  const user = await signUp(app, { name: 'Bertha Bulk' })
  const name = 'Maximilian-Konstantin von Hohenzollern-Sigmaringen'
  await signUp(app, { name, email: `${'very-'.repeat(10)}long@example.org` })
  const page = await browser.visit(`${app.url}/admin/users`, { as: admin, width: 1024 })
  await page.getByRole('link', { name }).waitFor()
  const hidden = await page
    .getByRole('region', { name: 'Users', exact: true })
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  t.equal(hidden, 0, 'at 1024 px a long name is shortened before another column is cut')
  await page.setViewportSize({ width: 1440, height: 900 })
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

  const { id, client } = await signUp(app, { name: 'Paula Prompt' })
  await page.getByRole('navigation', { name: 'Administration' }).last().getByRole('link', { name: 'Users' }).click()
  await page.waitForURL('**/admin/users')
  await page.getByRole('searchbox', { name: 'Search name or email' }).pressSequentially('Prompt')
  await page.getByRole('link', { name: 'Paula Prompt' }).click()
  await page.waitForURL(`**/admin/user/${id}/details`)
  await page.getByRole('heading', { name: 'Paula Prompt' }).waitFor()
  t.match(page.url(), id, 'the search that was due when the link was opened does not undo it')

  const found = await client.fetch('/admin/users')
  t.equal(found.status, 404)
  t.notMatch(await found.text(), /href="\/admin/)
  t.strictSame(browser.errors, [])
})

t.test('admin: 1,000 selected users are suspended with progress', async (t) => {
  const { db } = app.coffer.platform
  await db.query(`insert into users (email, first_name, color, role, status)
    select 'thousand' || n || '@example.net', 'Thousand', '#000000', 'user', 'active' from generate_series(1, 1000) n`)
  const page = await browser.visit(`${app.url}/admin/users?search=thousand`, { as: admin })
  await page.getByText('1,000 users').waitFor()
  await page
    .getByRole('checkbox', { name: /^Select Thousand/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Select all 1,000' }).click()
  await page.getByText('1,000 selected').waitFor()
  await page.getByRole('button', { name: 'Suspend' }).click()
  /** Values of the progress bar so far. */
  const shown = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const values: number[] = []
        new MutationObserver(() => {
          const bar = document.querySelector('[role=progressbar], progress')
          const value = Number(bar?.getAttribute('aria-valuenow') ?? bar?.getAttribute('value') ?? Number.NaN)
          if (!Number.isNaN(value) && value !== values.at(-1)) values.push(value)
          if (!bar && values.length > 0) resolve(values)
        }).observe(document.body, { subtree: true, childList: true, attributes: true })
      }),
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('1,000 accounts suspended.').waitFor()
  const values = await shown
  t.strictSame(
    values.toSorted((one, other) => one - other),
    values,
    'it only grows',
  )
  t.ok(values.length >= 4, `progress is shown: ${values.join(', ')}`)
  t.equal((await db.query(`select 1 from users where email like 'thousand%' and status = 'suspended'`)).length, 1_000)
  t.strictSame(browser.errors, [])
})
