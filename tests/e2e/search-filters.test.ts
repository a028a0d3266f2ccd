import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedOneFolder } from '../support/seed.ts'
import { makeShare } from '../support/shares.ts'
import { teamWith, uploadText } from '../support/teams.ts'

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

t.test(
  'search: by owner and by sharing, chosen as they are typed or from the chips, and removed by keyboard',
  async (t) => {
    const { db } = app.coffer.platform
    const [person, ada] = [await signUp(app), await signUp(app, { name: 'Ada Ángel' })]
    const team = await teamWith(ada, [[person, 'can_view']], 'Notes of Mars')
    await seedOneFolder(db, ada.id, 'Notes of Venus', team.id)
    const linked = await seedOneFolder(db, person.id, 'Notes with a link')
    await seedOneFolder(db, person.id, 'Notes alone')
    await makeShare(person, { id: linked, type: 'folder' })
    const page = await browser.visit(`${app.url}/platform/files`, { as: person })
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    const chip = (name: string) => dialog.getByRole('combobox', { name, exact: true })
    const found = async () =>
      (
        await dialog
          .getByRole('group', { name: /^Files and folders/ })
          .getByRole('option')
          .allInnerTexts()
      )
        .map((text) => text.split('\n')[0])
        .sort()
    await chip('Owner').waitFor()

    await field(page).fill('notes owner:ang')
    await dialog.getByRole('group', { name: 'Suggestions' }).getByRole('option', { name: 'Ada Ángel' }).waitFor()
    await eventually(t, found, ['Notes of Mars', 'Notes of Venus'], 'searched while it is typed')
    await page.keyboard.press('Enter')
    await eventually(t, () => field(page).inputValue(), 'notes ')
    t.equal(await chip('Owner').inputValue(), ada.email)
    t.equal(await chip('Owner').locator('option:checked').innerText(), 'Ada Ángel')
    await eventually(t, found, ['Notes of Mars', 'Notes of Venus'])
    await page.keyboard.type('venus')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/platform/files/*`)
    await page.goBack()
    await eventually(t, () => chip('Owner').inputValue(), ada.email, 'Back leads to the search with its filters')
    await field(page).fill('')
    await page.keyboard.press('Backspace')
    await eventually(t, () => chip('Owner').inputValue(), '', 'removed by keyboard')

    await field(page).fill('notes')
    await chip('Shared').selectOption('Not shared')
    await eventually(t, found, ['Notes alone'])
    await field(page).fill('notes shared:')
    await field(page).press('ArrowDown')
    await field(page).press('Enter')
    await eventually(t, () => chip('Shared').inputValue(), 'team')
    await eventually(t, found, ['Notes of Mars', 'Notes of Venus'])
    await field(page).fill('notes shared:link owner:me ')
    await eventually(t, found, ['Notes with a link'])
    t.equal(await chip('Owner').locator('option:checked').innerText(), 'You')
    t.strictSame(browser.errors, [])
  },
)

t.test('search: Ctrl with a digit opens that result on any layout, and AltGr types', async (t) => {
  const person = await signUp(app)
  const resume = await seedOneFolder(app.coffer.platform.db, person.id, 'Résumés')
  const page = await browser.visit(`${app.url}/platform/files`, { as: person })
  await page.keyboard.press('Control+k')
  await field(page).fill('resumes')
  await page.getByRole('option', { name: 'Résumés' }).waitFor()
  const press = (key: string, { altKey = false } = {}) =>
    field(page).evaluate(
      (input, keys) => input.dispatchEvent(new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true })),
      { key, altKey, code: 'Digit1', ctrlKey: true },
    )
  t.equal(await press('~', { altKey: true }), true, 'left to the field')
  t.equal(await press('&'), false, 'AZERTY')
  await page.waitForURL(`**/platform/files/${resume}`)
})

t.test('search: a file is found by its text, after names, and by its text only with an operator', async (t) => {
  const person = await signUp(app)
  await uploadText(person, null, 'letter.txt', 'The annual budget of Mars')
  await seedOneFolder(app.coffer.platform.db, person.id, 'Budget')
  await app.coffer.storage.api.contentIndex.indexAll()
  const page = await browser.visit(`${app.url}/platform/files`, { as: person })
  await page.keyboard.press('Control+k')
  const options = page.getByRole('group', { name: /^Files and folders/ }).getByRole('option')
  const found = async () => (await options.allInnerTexts()).map((text) => text.split('\n')[0])
  await field(page).fill('budget')
  await page.getByRole('option', { name: /letter\.txt.*In the text/s }).waitFor()
  t.same(await found(), ['Budget', 'letter.txt'])
  t.same(await axeFaults(page), [])
  await field(page).fill('content:"annual mars" ')
  const chip = page.getByRole('button', { name: 'Remove filter: Text: “annual mars”' })
  await chip.waitFor()
  await eventually(t, found, ['letter.txt'])
  await chip.click()
  await chip.waitFor({ state: 'detached' })
})

t.test('search: on a narrow screen, the bar of filters scrolls to the one that was typed', async (t) => {
  const page = await browser.visit(`${app.url}/platform/files`, { as: await signUp(app), width: 320, height: 700 })
  await page.keyboard.press('Control+k')
  await field(page).fill('shared:none x')
  const chip = page.getByRole('dialog').getByRole('combobox', { name: 'Shared', exact: true })
  await eventually(t, () => chip.inputValue(), 'none')
  const ends = async (element: Locator) => {
    const { x, width } = (await element.boundingBox()) ?? { x: -1, width: 0 }
    return x >= 0 && x + width <= 320
  }
  await eventually(t, () => ends(chip), true)
  t.equal(await ends(field(page)), true, 'and the dialog stays where it is')
})
