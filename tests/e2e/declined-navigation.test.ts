import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { rowHandle, rowNames, rowShown } from '../support/files-page.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'
import { makeFolder, putFile } from '../support/shares.ts'

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

t.test('unsaved input: asks where a query differs, in whatever order it names its values', async (t) => {
  const page = await browser.visit(`${app.url}/admin/language?locale=de&x=1`, { as: admin })
  const field = page.locator('main textarea').first()
  await field.fill('{{unknown}}')
  await page.locator('main textarea[aria-invalid=true]').waitFor()
  const follow = (query: string) =>
    page.evaluate((query) => {
      const link = document.createElement('a')
      link.href = `/admin/language?${query}`
      document.querySelector('main')?.append(link)
      link.click()
      link.remove()
    }, query)
  const loaded = page.waitForResponse('**/index.pageContext.json?x=1&locale=de')
  await follow('x=1&locale=de')
  await loaded
  t.equal(await questionOf(page).count(), 0)
  await follow('x=2&x=1&locale=de')
  await answer(page, 'Cancel')
  t.equal(await field.inputValue(), '{{unknown}}')
  t.strictSame(browser.errors, [])
})

t.test('unsaved input: a step back asks before it closes a dialog with input', async (t) => {
  const page = await browser.visit(`${app.url}/platform/files`, { as: await signUp(app) })
  await page.locator('a[href="/platform/requests"]').first().click()
  await page.waitForURL('**/platform/requests')
  await page.getByRole('button', { name: 'New upload request' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What is it about?').fill('Scans')
  await page.goBack()
  await answer(page, 'Cancel')
  t.equal(await dialog.getByLabel('What is it about?').inputValue(), 'Scans')
  t.equal(page.url(), `${app.url}/platform/requests`)
  await page.goBack()
  await answer(page, 'Discard')
  await page.waitForURL('**/platform/files')
  await dialog.waitFor({ state: 'detached' })
  t.strictSame(browser.errors, [])
})

/** A folder with a dialog above the viewer, and a typed address that is not sent. */
const shareInViewer = async () => {
  const owner = await signUp(app)
  const folder = await makeFolder(owner, 'Sketches')
  await putFile(owner, 'plan.txt', 'x', folder)
  const page = await browser.visit(`${app.url}/platform/files`, { as: owner })
  await page.waitForSelector('html[data-realtime]')
  await rowHandle(page, 'Sketches').dblclick()
  await page.waitForURL(`**/${folder}`)
  await rowHandle(page, 'plan.txt').dblclick()
  await page.waitForURL(/view=/)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Share/ })
    .first()
    .click()
  await page.getByRole('button', { name: /Create.*link/ }).click()
  await page.locator('input[inputmode=email]').fill('friend@example.com,')
  return { page, url: `${app.url}/platform/files/${folder}`, typed: page.getByText('friend@example.com') }
}
const loadAgain = async (page: Page, title: string) => {
  await app.coffer.platform.settings.set({ app_title: title })
  await eventuallyMatches(t, () => page.title(), new RegExp(`${title}$`))
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

t.test(
  'unsaved input: above the viewer, a page that is loaded again asks nothing, nor after a step back',
  async (t) => {
    const { page, url, typed } = await shareInViewer()
    await loadAgain(page, 'Above')
    await page.goBack()
    await page.waitForURL(url)
    await loadAgain(page, 'Below')
    t.equal(await questionOf(page).count(), 0)
    t.ok(await typed.isVisible())
    t.strictSame(browser.errors, [])
  },
)

t.test('unsaved input: steps back, declined, leave a dialog and the folder below it as they were', async (t) => {
  const { page, url, typed } = await shareInViewer()
  for (const steps of [-2, -1]) {
    await page.evaluate((steps) => history.go(steps), steps)
    await answer(page, 'Cancel')
    t.ok(page.url().startsWith(url), page.url())
    t.ok(await typed.isVisible())
    t.strictSame(await rowNames(page), ['plan.txt'])
  }
  await page.goBack()
  await answer(page, 'Discard')
  await rowShown(page, 'Sketches')
  await typed.waitFor({ state: 'detached' })
  t.strictSame(browser.errors, [])
})

t.test('unsaved input: discarded for a page that does not load, its dialog and the viewer close', async (t) => {
  const { page, typed } = await shareInViewer()
  await page.route('**/index.pageContext.json*', (route) => route.abort())
  await page.evaluate(() => history.go(-2))
  await answer(page, 'Discard')
  await rowShown(page, 'Sketches')
  await typed.waitFor({ state: 'detached' })
  await eventually(t, () => page.getByRole('dialog').count(), 0)
  t.equal(page.url(), `${app.url}/platform/files`)
})
