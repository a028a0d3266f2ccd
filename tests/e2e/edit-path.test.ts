import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults, resting } from '../support/browser.ts'
import {
  boxOf,
  chooseInMenu,
  headingShown,
  listedNames,
  rowHandle,
  rowShown,
  toastShown,
} from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, poll } from '../support/poll.ts'
import { makeFolder, putFile } from '../support/shares.ts'
import { teamWith } from '../support/teams.ts'

const { app, browser, newUser, openFiles } = await filesTest(t)

const field = (page: Page) => page.getByRole('combobox', { name: 'Path' })
const options = (page: Page) => page.getByRole('option').allInnerTexts()
const openField = async (page: Page, ...keys: string[]) => {
  for (const key of keys.length > 0 ? keys : ['ControlOrMeta+Shift+g']) await page.keyboard.press(key)
  await field(page).waitFor()
}
/** A user with `Documents/Clients/2026` and `Documents/Clärung`, who has the last year open. */
const setUp = async () => {
  const { person, ids } = await newUser(['Documents', 'Pictures'])
  const clients = await makeFolder(person, 'Clients', ids.Documents)
  const year = await makeFolder(person, '2026', clients)
  await makeFolder(person, 'Clärung', ids.Documents)
  return { person, ids, clients, year }
}

t.test('path: it becomes a text, whose folders are completed and opened by keys', async (t) => {
  const { person, year } = await setUp()
  const page = await openFiles(person, { path: `files/${year}` })
  await headingShown(page, '2026')
  await openField(page)
  t.equal(await field(page).inputValue(), 'Documents/Clients/2026')
  const selected = () => page.evaluate(() => getSelection()?.toString())
  await eventually(t, selected, 'Documents/Clients/2026', 'all of it is selected')
  await page.keyboard.type('documents/cl')
  await eventually(t, () => options(page), ['Clärung', 'Clients'])
  t.same(await axeFaults(page), [])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await eventually(t, () => page.getByRole('option', { selected: true }).allInnerTexts(), ['Clients'])
  await page.keyboard.press('Tab')
  await eventually(t, () => field(page).inputValue(), 'documents/Clients/')
  await eventually(t, () => options(page), ['2026'])
  await page.keyboard.press('Enter')
  await headingShown(page, 'Clients')
  await rowShown(page, '2026')
  await eventually(t, () => field(page).count(), 0)
  await eventually(
    t,
    () => page.evaluate(() => document.activeElement !== document.body),
    true,
    'the list has the focus',
  )

  await openField(page, 'Alt+g', 'p')
  await page.keyboard.type('..')
  await page.keyboard.press('Enter')
  await headingShown(page, 'Documents')
  await openField(page)
  await page.keyboard.type('/PICT')
  // Before the folders have arrived.
  await page.keyboard.press('Tab')
  await eventually(t, () => field(page).inputValue(), '/Pictures/')
  await page.keyboard.press('Enter')
  await headingShown(page, 'Pictures')
  await page.goBack()
  await headingShown(page, 'Documents')
  await page.context().close()
})

t.test('path: Escape restores it and returns the focus; Tab leaves it when there is nothing to complete', async (t) => {
  const { person, ids } = await setUp()
  const page = await openFiles(person, { path: `files/${ids.Documents}` })
  await rowHandle(page, 'Clients').focus()
  await openField(page)
  await page.keyboard.type('Nowhere')
  await page.keyboard.press('Escape')
  await headingShown(page, 'Documents')
  await eventually(t, () => rowHandle(page, 'Clients').evaluate((row) => row === document.activeElement), true)

  const menu = page.getByRole('button', { name: 'Actions for “Documents”' })
  await menu.press('Enter')
  await chooseInMenu(page, 'Edit path')
  await eventually(t, () => field(page).evaluate((input) => input === document.activeElement), true)
  await page.keyboard.press('Escape')
  await eventually(t, () => menu.evaluate((button) => button === document.activeElement), true)

  await openField(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await eventually(t, () => field(page).count(), 0)
  await page.context().close()
})

t.test('path: the name that is not found is told and stays; files and links of the installation open', async (t) => {
  const { person, clients } = await setUp()
  await putFile(person, 'offer.txt', 'offer', clients)
  const page = await openFiles(person)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('edit path')
  await page.getByRole('option', { name: 'Edit path' }).waitFor()
  await page.keyboard.press('Enter')
  await field(page).waitFor()
  await page.keyboard.type('Documents/Clients/2027')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('“2027” was not found in “Clients”.').waitFor()
  t.equal(await field(page).inputValue(), 'Documents/Clients/2027')
  t.equal(await field(page).getAttribute('aria-invalid'), 'true')
  t.same(await axeFaults(page), [])
  await field(page).fill('documents/clients/OFFER.txt')
  await page.keyboard.press('Enter')
  await headingShown(page, 'Clients')
  await page.locator('[aria-selected=true]').filter({ hasText: 'offer.txt' }).waitFor()

  await openField(page)
  await field(page).fill('https://example.org/platform/files')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This link leads to no folder here.').waitFor()
  await field(page).fill(`${app.url}/platform/trash`)
  await page.keyboard.press('Enter')
  await headingShown(page, 'Trash')
  await page.context().close()
})

t.test('path: of a team folder it begins with its name, and its list is above it', async (t) => {
  const [owner, member] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[member, 'can_view']], 'Studio')
  await teamWith(owner, [[member, 'can_view']], 'Workshop')
  const plans = await makeFolder(owner, 'Plans', team.id)
  const page = await openFiles(member, { path: `files/${plans}` })
  await headingShown(page, 'Plans')
  await page.getByRole('button', { name: 'Folders in Shared with me' }).press('Enter')
  await eventually(t, () => page.getByRole('menuitemcheckbox').allInnerTexts(), ['Studio', 'Workshop'])
  await page.keyboard.press('Escape')
  await openField(page)
  t.equal(await field(page).inputValue(), 'Studio/Plans')
  await field(page).fill('Work')
  await eventually(t, () => options(page), ['Workshop'])
  await page.getByRole('option', { name: 'Workshop' }).click()
  await headingShown(page, 'Workshop')
  await openField(page)
  await field(page).fill('..')
  await page.keyboard.press('Enter')
  await headingShown(page, 'Shared with me')
  await page.context().close()
})

t.test('path: the menu of further folders opens under a drag that waits, and its folders take the drop', async (t) => {
  const { person, ids, year } = await setUp()
  const spring = await makeFolder(person, 'Spring', year)
  await putFile(person, 'plan.txt', 'plan', spring)
  const page = await openFiles(person, { path: `files/${spring}`, width: 1440 })
  await rowShown(page, 'plan.txt')
  const start = await boxOf(rowHandle(page, 'plan.txt'))
  const button = await boxOf(page.getByRole('button', { name: 'More folders' }))
  await page.mouse.move(start.middle.x, start.middle.y)
  await page.mouse.down()
  await page.mouse.move(start.middle.x + 12, start.middle.y + 6)
  const folder = page.getByRole('menuitem', { name: 'Documents' })
  let turn = 0
  // Small moves keep the drag active, beside the dots of the icon: each of them is an element, which is left again.
  await poll(async () => {
    turn += 1
    await page.mouse.move(button.middle.x + (turn % 2), button.middle.y - 6)
    return folder.isVisible()
  })
  await resting(page)
  const target = await boxOf(folder)
  await page.mouse.move(target.middle.x, target.middle.y, { steps: 4 })
  const over = page.locator('[role=menuitem][data-over]')
  await poll(async () => {
    turn += 1
    await page.mouse.move(target.middle.x + (turn % 2), target.middle.y)
    return over.isVisible()
  })
  await page.mouse.up()
  await toastShown(page, '“plan.txt” moved to Documents')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await eventually(t, listedNames(person, `folders/${ids.Documents}`), ['Clients', 'Clärung', 'plan.txt'])
  await page.context().close()
})

t.test('path: on a phone it is edited from the menu of the folder, and a touch opens a folder', async (t) => {
  const { person, ids } = await setUp()
  await person.client.patch('/api/user/settings', { name: 'locale', value: 'ar' })
  const page = await openFiles(person, { path: `files/${ids.Documents}`, locale: 'ar', width: 390 })
  await page
    .getByRole('button', { name: /Documents/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'تعديل المسار' }).click()
  const input = page.getByRole('combobox', { name: 'المسار' })
  await input.fill('Documents/Cli')
  await resting(page)
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
  await page.getByRole('option', { name: 'Clients' }).tap()
  await headingShown(page, 'Clients')
  await page.context().close()
})

t.test('no page reported an error', async (t) => {
  t.same(browser.errors, [])
})
