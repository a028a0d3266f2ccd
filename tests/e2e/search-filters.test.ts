import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedOneFolder } from '../support/seed.ts'

const { app, browser } = await pagesTest(t)
const field = (page: Page) => page.getByRole('dialog').locator('input')

t.test('search: filters are in the language; after a chip is removed, the typing goes on', async (t) => {
  const french = await signUp(app)
  await french.client.patch('/api/user/settings', { name: 'locale', value: 'fr' })
  const page = await browser.visit(`${app.url}/platform/files`, { as: french, locale: 'fr' })
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await page.keyboard.type('after:2026-01-02 x')
  const dialog = page.getByRole('dialog')
  t.match((await dialog.getByRole('combobox', { name: 'Taille' }).innerText()).split('\n').at(-1), /1\sGo$/)
  await dialog.getByRole('button', { name: /2 janv\. 2026 –/ }).click()
  await page.keyboard.type('y')
  await eventually(t, () => field(page).inputValue(), 'xy')
  await dialog.getByRole('combobox', { name: 'Taille' }).selectOption('1')
  await dialog.getByRole('button', { name: 'Effacer' }).click()
  await page.keyboard.type('z')
  await eventually(t, () => field(page).inputValue(), 'xyz')
})

t.test('search: a chip tells both ends; on a touch screen, removing it opens no keyboard', async (t) => {
  const person = await signUp(app)
  const page = await browser.visit(`${app.url}/platform/files`, { as: person, width: 390, height: 844 })
  await page.keyboard.press('Control+k')
  await field(page).fill('after:2026-01-02 before:2026-01-08 x')
  await field(page).press('Enter')
  await page.getByRole('button', { name: /^Remove filter: Jan 2, 2026 – Jan 8, 2026$/ }).tap()
  const isInDialog = () =>
    page.evaluate(() => [document.activeElement?.role, document.activeElement?.tagName === 'INPUT'])
  await eventually(t, isInDialog, ['dialog', false])
})

t.test('search: Ctrl with a digit opens that result on any layout, and AltGr types', async (t) => {
  const person = await signUp(app)
  const resume = await seedOneFolder(app.coffer.platform.db, person.id, 'Résumés')
  const page = await browser.visit(`${app.url}/platform/files`, { as: person })
  await page.keyboard.press('Control+k')
  await field(page).fill('resumes')
  await page.getByRole('option', { name: 'Résumés' }).waitFor()
  const press = (key: string, altKey: boolean) =>
    field(page).evaluate(
      (input, keys) => input.dispatchEvent(new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true })),
      { key, altKey, code: 'Digit1', ctrlKey: true },
    )
  t.equal(await press('~', true), true, 'left to the field')
  t.equal(await press('&', false), false, 'AZERTY')
  await page.waitForURL(`**/platform/files/${resume}`)
})
