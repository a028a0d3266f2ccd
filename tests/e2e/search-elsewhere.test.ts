import t from 'tap'
import { signUp } from '../support/actors.ts'
import { hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder, seedOneFolder } from '../support/seed.ts'

const { app, browser } = await pagesTest(t)
const person = await signUp(app, { name: 'Ada Lovelace' })
const letters = await seedOneFolder(app.coffer.platform.db, person.id, 'Letters')
await seedFolder(app.coffer.platform.db, person.id, 3, { parent: letters, prefix: 'Letter ' })

t.test('search: opens over a page without files, with the letters that were typed while it loaded', async (t) => {
  const page = await browser.visit(`${app.url}/user/profile`, { as: person })
  await hydrated(page)
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
  const page = await browser.visit(`${app.url}/user/profile`, { as: person })
  await hydrated(page)
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

t.test('search: an action on files, chosen on a page without files, runs on the files page', async (t) => {
  const page = await browser.visit(`${app.url}/user/profile`, { as: person })
  await hydrated(page)
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
