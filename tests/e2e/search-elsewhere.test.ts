import t from 'tap'
import { signUp } from '../support/actors.ts'
import { hydrated, resting, revisit } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'
import { seedFolder, seedOneFolder } from '../support/seed.ts'

const { app, browser } = await pagesTest(t)
const person = await signUp(app, { name: 'Ada Lovelace' })
/** The page that each test on a laptop goes on in. */
const tab = await browser.visit(`${app.url}/robots.txt`, { hydrates: false })
const openProfile = async () => {
  await tab.setViewportSize({ width: 1440, height: 900 })
  return revisit(tab, `${app.url}/user/profile`, { as: person })
}
const letters = await seedOneFolder(app.coffer.platform.db, person.id, 'Letters')
await seedFolder(app.coffer.platform.db, person.id, 3, { parent: letters, prefix: 'Letter ' })

t.test('search: opens over a page without files, with the letters that were typed while it loaded', async (t) => {
  const page = await openProfile()
  const name = page.getByRole('textbox').first()
  await name.fill('Half written')
  await page.getByRole('heading', { name: 'Profile' }).first().click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('letter')
  const field = page.locator('input[role=combobox]')
  await field.waitFor()
  await eventually(t, () => field.inputValue(), 'letter')
  await page
    .getByRole('option', { name: /Letter 1/ })
    .first()
    .waitFor()
  await page.keyboard.press('Backspace')
  await eventually(t, () => field.inputValue(), 'lette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  t.match(page.url(), /\/user\/profile$/, 'the page stays')
  t.equal(await name.inputValue(), 'Half written', 'and what was typed in it')
  t.strictSame(browser.errors, [])
})

t.test('search: a file found on a page without files opens in its folder', async (t) => {
  const page = await openProfile()
  await page.keyboard.press('Control+k')
  await page.locator('input[role=combobox]').fill('letter 1')
  await page
    .getByRole('option', { name: /Letter 1/ })
    .first()
    .click()
  await page.waitForURL(/\/platform\/files.*view=/)
  await page.getByRole('dialog', { name: /Letter 1/ }).waitFor()
  t.strictSame(browser.errors, [])
})

for (const { device, width } of [
  { device: 'laptop', width: 1440 },
  { device: 'phone', width: 390 },
])
  t.test(`search, ${device}: a hit that is left leads back to the results, as they were`, async (t) => {
    const owner = await signUp(app)
    const { db } = app.coffer.platform
    const folder = await seedOneFolder(db, owner.id, 'Report drafts')
    await seedFolder(db, owner.id, 40, { parent: folder, prefix: 'Report ' })
    const url = `${app.url}/platform/recent-uploads`
    const page =
      device === 'phone'
        ? await browser.visit(url, { as: owner, width, height: 700 })
        : await revisit(tab, url, { as: owner })
    await page.setViewportSize({ width, height: 700 })
    const search = page.getByRole('dialog', { name: 'Search', exact: true })
    const field = search.getByRole('combobox').first()
    const openSearch = () => page.keyboard.press('Control+k')
    await openSearch()
    await field.fill('report')
    await search.getByRole('combobox', { name: 'Modified' }).selectOption({ index: 1 })
    await search.getByRole('option', { name: 'Show more' }).click()
    await search.locator('[role=option]').nth(40).waitFor()
    const list = search.getByRole('listbox').locator('..')
    const hit = search.locator('[role=option]').nth(24)
    await hit.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await resting(page)
    const name = await hit.locator('.truncate').first().innerText()
    const scrollTop = await list.evaluate((element) => element.scrollTop)
    t.ok(scrollTop > 200, `scrolled by ${scrollTop} px`)
    await hit.click()
    await page.waitForURL(/view=/)
    const viewer = page.getByRole('dialog', { name })
    await viewer.getByRole('button', { name: 'Close' }).first().click()

    const resultsAreBack = async (what: string) => {
      await search.waitFor()
      t.match(page.url(), /\/platform\/recent-uploads$/, what)
      t.equal(await field.inputValue(), 'report', what)
      t.equal(await search.getByRole('combobox', { name: 'Modified' }).inputValue(), 'day', what)
      await eventually(t, () => search.locator('[aria-selected=true] .truncate').first().innerText(), name, what)
      await eventually(t, () => list.evaluate((element) => element.scrollTop), scrollTop, what)
    }
    await resultsAreBack('after the close button')
    // Without the scrolling that Playwright does before it clicks.
    await search.locator('[aria-selected=true]').dispatchEvent('click')
    await viewer.waitFor()
    await page.goBack()
    await resultsAreBack('after Back')

    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'detached' })
    await openSearch()
    await eventually(t, () => field.inputValue(), '', 'a search that was closed is over')
    await field.fill('drafts')
    await search
      .getByRole('option', { name: /Report drafts/ })
      .first()
      .click()
    await page.waitForURL(`**/platform/files/${folder}`)
    await page.goBack()
    await search.waitFor()
    await eventually(t, () => field.inputValue(), 'drafts')
    await eventuallyMatches(t, () => search.locator('[aria-selected=true]').innerText(), /Report drafts/)
    t.strictSame(browser.errors, [])
  })

t.test('search: the results are there again after a file opened from a page without files', async (t) => {
  const page = await openProfile()
  await page.keyboard.press('Control+k')
  const field = page.locator('input[role=combobox]')
  await field.fill('letter 1')
  await page
    .getByRole('option', { name: /Letter 1/ })
    .first()
    .click()
  await page
    .getByRole('dialog', { name: /Letter 1/ })
    .getByRole('button', { name: 'Close' })
    .first()
    .click()
  await page.waitForURL('**/user/profile')
  await page.locator('h1', { hasText: 'Profile' }).first().waitFor()
  await eventually(t, () => field.inputValue(), 'letter 1')
  await eventually(t, () => field.evaluate((element) => element === document.activeElement), true)
  await page.keyboard.type('x')
  // The text may be selected, as the focus came back to it.
  await eventuallyMatches(t, () => field.inputValue(), /x$/, 'and go on with what is typed')
  t.strictSame(browser.errors, [])
})

t.test('search: an action on files, chosen on a page without files, runs on the files page', async (t) => {
  const page = await openProfile()
  await page.keyboard.press('Control+k')
  await page.locator('input[role=combobox]').fill('new folder')
  await page.getByRole('option', { name: 'New folder' }).click()
  await page.waitForURL('**/platform/files')
  await page.getByLabel('Name', { exact: true }).waitFor()
  await page.keyboard.type('Made from my profile')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /Made from my profile/ }).waitFor()
  t.equal(await page.locator('input[role=combobox]').count(), 0, 'without the search')
  t.strictSame(browser.errors, [])
})

t.test('search: a day that does not exist stays text, and an error in the search leaves the page', async (t) => {
  const page = await openProfile()
  await page.keyboard.press('Control+k')
  const field = page.locator('input[role=combobox]')
  await field.fill('after:2024-13 ')
  await page.keyboard.type('before:2024-31-12 ')
  t.equal(await field.inputValue(), 'after:2024-13 before:2024-31-12 ')
  // A search of this history entry that the search cannot show.
  await page.evaluate(() => {
    const search = { text: 'letter', filters: { after: '2024-13' }, all: false, opened: '', scrollTop: 0 }
    history.replaceState({ ...history.state, search }, '')
  })
  await page.reload()
  await hydrated(page)
  await page.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor()
  t.ok(await page.getByRole('heading', { name: 'Profile' }).first().isVisible(), 'the page stays')
  t.strictSame(browser.errors, [])
})
