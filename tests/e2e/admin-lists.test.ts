import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser } = await pagesTest(t, { env: { API_RATE_LIMIT: '0,0' } })
const admin = await newAdmin(app, { name: 'Ada Admin' })
const anna = await signUp(app, { name: 'Anna Suspended' })
await signUp(app, { name: 'Anna Active' })
const berta = await signUp(app, { name: 'Berta Suspended' })
await app.coffer.platform.db.query(`update users set status = 'suspended' where id = any($1)`, [[anna.id, berta.id]])

/** The list of users, whose answers to a search wait for `release`. */
const openSlowList = async () => {
  const page = await browser.visit(`${app.url}/admin/users`, { as: admin })
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/admin\/users.*pageContext\.json.*search=/, async (route) => {
    await promise
    await route.continue()
  })
  const search = page.getByRole('searchbox', { name: 'Search name or email' })
  /** Types a text and leaves the field; the request of its answer. */
  const enter = async (text: string) => {
    const asked = page.waitForRequest(/pageContext\.json.*search=/)
    await search.fill(text)
    await search.press('Tab')
    return asked
  }
  return { page, search, enter, release }
}
const users = (page: Page) => page.locator('[data-user]').count()

t.test('admin lists: a selection ends with its search, and other pages of the list keep theirs', async (t) => {
  const page = await browser.visit(`${app.url}/admin/users?search=anna`, { as: admin })
  await hydrated(page)
  await page.getByRole('checkbox', { name: 'Select Anna Active' }).check()
  await page.getByText('1 selected').waitFor()
  await page.getByRole('searchbox', { name: 'Search name or email' }).fill('berta')
  await page.getByRole('checkbox', { name: 'Select Berta Suspended' }).waitFor()
  t.equal(await page.getByText('1 selected').count(), 0)

  const { db } = app.coffer.platform
  await db.query(`insert into users (email, first_name, color, role, status)
    select 'sixty' || n || '@example.net', 'Sixty', '#000000', 'user', 'active' from generate_series(1, 60) n`)
  await page.goto(`${app.url}/admin/users?search=sixty`)
  await hydrated(page)
  const header = page.getByRole('checkbox', { name: 'Select all on this page' })
  await header.check()
  await page.getByText('50 selected').waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('50 selected · not on this page: 50').waitFor()
  await header.check()
  await page.getByText('60 selected · not on this page: 50').waitFor()
  await header.uncheck()
  await page.getByText('50 selected · not on this page: 50').waitFor()
})

t.test('admin lists: a selection of all that is found after another search has begun selects none', async (t) => {
  const page = await browser.visit(`${app.url}/admin/users?search=suspended`, { as: admin })
  await hydrated(page)
  await page.getByRole('checkbox', { name: 'Select Anna Suspended' }).check()
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/\/api\/admin\/users\?/)
  await page.route(/\/api\/admin\/users\?/, (route) => promise.then(() => route.continue()))
  await page.getByRole('button', { name: 'Select all 2' }).click()
  await asked
  await page.getByRole('searchbox', { name: 'Search name or email' }).fill('active')
  const row = page.getByRole('checkbox', { name: 'Select Anna Active' })
  await row.check()
  await page.getByText('1 selected').waitFor()
  // The page is read again once all are found.
  const read = page.waitForResponse(/pageContext\.json/)
  release()
  await (await read).finished()
  t.equal(await page.getByText('1 selected').count(), 1)
  t.ok(await row.isChecked())
  await page.unrouteAll()
  t.strictSame(browser.errors, [])
})

t.test('admin lists: a search that is cleared before its answer comes is not shown', async (t) => {
  const { page, search, enter, release } = await openSlowList()
  const all = await users(page)
  t.ok(all > 2)
  const asked = await enter('anna')
  await search.fill('')
  await search.press('Tab')
  release()
  await (await asked.response())?.finished()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await eventually(t, () => users(page), all)
  t.equal(await search.inputValue(), '')
  t.equal(new URL(page.url()).search, '')
})

t.test(
  'admin lists: a filter, or an order, that is chosen before the answer to a search comes keeps the search',
  async (t) => {
    const { page, search, enter, release } = await openSlowList()
    await enter('anna')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('suspended')
    await page.getByRole('columnheader').getByRole('link', { name: 'User', exact: true }).click()
    release()
    await page.waitForURL(/search=anna&status=suspended&sort=name/)
    await eventually(t, () => users(page), 1)
    t.equal(await search.inputValue(), 'anna')
    await page.goBack()
    await eventually(t, () => search.inputValue(), '', 'the field follows the address')
    t.strictSame(browser.errors, [])
  },
)

t.test(
  'admin lists: an order of the URL in small letters is the one that the heading shows and reverses',
  async (t) => {
    const page = await browser.visit(`${app.url}/admin/users?sort=name&direction=asc`, { as: admin })
    const heading = page.getByRole('columnheader', { name: 'User', exact: true })
    t.equal(await heading.getAttribute('aria-sort'), 'ascending')
    t.match(await heading.getByRole('link').getAttribute('href'), /direction=DESC/)
    t.match(await page.locator('[data-user]').first().textContent(), /Ada Admin/)
  },
)
