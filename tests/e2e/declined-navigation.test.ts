import type { Page } from 'playwright-core'
import t from 'tap'
import { newAdmin } from '../support/admins.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

/** Pages after a navigation that would have replaced unsaved input was declined. */
const { app, browser } = await pagesTest(t, { env: { API_RATE_LIMIT: '0,0' } })
const admin = await newAdmin(app, { name: 'Ada Admin' })
const questionOf = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' })
const answer = async (page: Page, name: 'Cancel' | 'Discard') => {
  await questionOf(page).getByRole('button', { name }).click()
  await questionOf(page).waitFor({ state: 'detached' })
}

t.test('declined navigation: two steps back, and declined, the history has each page still', async (t) => {
  const page = await browser.visit(`${app.url}/admin/dashboard`, { as: admin })
  await page.getByRole('link', { name: 'Users' }).first().click()
  await page.waitForURL('**/admin/users')
  await page.getByRole('link', { name: 'Create user' }).click()
  const email = page.getByRole('textbox', { name: 'Email', exact: true })
  await email.fill('typed@example.com')
  await page.goBack()
  await questionOf(page).waitFor()
  await page.goBack()
  await page.waitForURL('**/admin/user/create')
  await questionOf(page).waitFor({ state: 'detached' })
  t.equal(await email.inputValue(), 'typed@example.com')
  await page.goBack()
  await answer(page, 'Discard')
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  await page.goForward()
  await page.goForward()
  await email.waitFor()
  t.strictSame(browser.errors, [])
})

t.test(
  'declined navigation: what was declined is no longer shown as searched or chosen; a new language is listed',
  async (t) => {
    const page = await browser.visit(`${app.url}/admin/language?locale=de`, { as: admin })
    const field = page.locator('main textarea').first()
    await field.fill('{{unknown}}')
    await page.locator('main textarea[aria-invalid=true]').waitFor()
    const search = page.getByRole('searchbox', { name: 'Search texts' })
    await search.fill('cloud')
    await answer(page, 'Cancel')
    await eventually(t, () => search.inputValue(), '')
    const filter = page.getByRole('combobox', { name: 'Show' })
    await filter.selectOption({ index: 1 })
    await answer(page, 'Cancel')
    await eventually(t, () => filter.inputValue(), 'all')

    await page.getByRole('button', { name: 'Add language' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add language' })
    await dialog.getByRole('combobox', { name: 'Language' }).press('Enter')
    await page.keyboard.type('Estonian')
    await page.getByRole('option', { name: 'Estonian' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await answer(page, 'Cancel')
    await page.getByRole('main').getByRole('link', { name: /eesti/i }).waitFor()
    t.equal(await field.inputValue(), '{{unknown}}')

    await page.getByRole('button', { name: 'Add language' }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByRole('alert').waitFor()
    t.strictSame(browser.errors, [])
  },
)
