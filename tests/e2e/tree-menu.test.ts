import type { Page } from 'playwright-core'
import t from 'tap'
import { axeFaults } from '../support/browser.ts'
import { chooseInMenu, headingShown, listedNames, rowGone, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder } from '../support/shares.ts'
import { teamWith } from '../support/teams.ts'

const { browser, emptyPage, newUser, openFiles } = await filesTest(t)
const desktop = await emptyPage()

const node = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
const labels = (page: Page) => page.getByRole('menuitem').allInnerTexts()
const openMenu = (page: Page, name: string) => node(page, name).click({ button: 'right' })

t.test('folder tree: the menu of a folder creates, renames, favors and shares without opening it', async (t) => {
  const { person, ids } = await newUser(['Plans', 'Other'])
  const page = await openFiles(person, { on: desktop })
  await openMenu(page, 'Plans')
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  t.strictSame(
    (await labels(page)).map((label) => label.split('\n')[0]),
    [
      ...['Open', 'New folder', 'Upload files', 'Upload folder', 'Download', 'Share', 'More sharing options'],
      ...['Rename', 'Move', 'Copy or cut', 'Organize', 'Delete'],
    ],
  )
  t.same(await axeFaults(page), [])
  await chooseInMenu(page, 'New folder')
  const dialog = page.getByRole('dialog', { name: 'New folder in Plans' })
  await dialog.getByLabel('Name').fill('Drafts')
  await dialog.getByRole('button', { name: 'Create folder' }).click()
  await node(page, 'Drafts').waitFor()
  await eventually(t, listedNames(person, `folders/${ids.Plans}`), ['Drafts'])
  await eventually(t, () => node(page, 'Plans').getAttribute('aria-expanded'), 'true')

  await openMenu(page, 'Plans')
  await chooseInMenu(page, 'Organize', 'Add to favorites')
  await page.getByRole('region', { name: 'Favorites' }).getByText('Plans').waitFor()
  await openMenu(page, 'Plans')
  await chooseInMenu(page, 'Share')
  await page.getByRole('dialog', { name: /^Share “Plans”/ }).waitFor()
  await page.keyboard.press('Escape')
  await openMenu(page, 'Plans')
  await chooseInMenu(page, 'Rename')
  await page.getByRole('dialog').getByLabel('Name').fill('Schemes')
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await node(page, 'Schemes').waitFor()
  await rowShown(page, 'Schemes')
  await eventually(t, listedNames(person), ['Other', 'Schemes'])

  const chosen = page.waitForEvent('filechooser')
  await openMenu(page, 'Schemes')
  await chooseInMenu(page, 'Upload files')
  await (await chosen).setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await eventually(t, listedNames(person, `folders/${ids.Plans}`), ['Drafts', 'note.txt'])
  t.match(page.url(), /\/platform\/files$/)
  t.strictSame(browser.errors, [])
})

t.test('folder tree: its menu by keyboard; the focus returns to the node', async (t) => {
  const { person } = await newUser(['Plans', 'Other'])
  const page = await openFiles(person, { on: desktop })
  await node(page, 'Other').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Open' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await node(page, 'Plans').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await page.keyboard.press('Escape')
  await node(page, 'Plans').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Shift+F10')
  await page.keyboard.press('Enter')
  await headingShown(page, 'Plans')
  t.strictSame(browser.errors, [])
})

t.test('folder tree: its menu deletes the folder above the open one, which opens the folder above; undo', async (t) => {
  const { person, ids } = await newUser(['Projects'])
  const year = await makeFolder(person, 'Year', ids.Projects)
  const month = await makeFolder(person, 'Month', year)
  const page = await openFiles(person, { on: desktop, path: `files/${month}` })
  await openMenu(page, 'Year')
  await chooseInMenu(page, 'Delete')
  await headingShown(page, 'Projects')
  await toastShown(page, '“Year” moved to the trash')
  await node(page, 'Year').waitFor({ state: 'detached' })
  await eventually(t, listedNames(person, `folders/${ids.Projects}`), [])
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowShown(page, 'Year')
  await openMenu(page, 'Year')
  await chooseInMenu(page, 'Move')
  const dialog = page.getByRole('dialog', { name: 'Move “Year”' })
  await dialog
    .locator('label')
    .filter({ hasText: /^My Files$/ })
    .click()
  await dialog.getByRole('button', { name: 'Move here' }).click()
  await rowGone(page, 'Year')
  await eventually(t, listedNames(person), ['Projects', 'Year'])
  t.strictSame(browser.errors, [])
})

t.test('folder tree: the menu of a folder that others share offers what they permit', async (t) => {
  const { person: owner } = await newUser([])
  const { person: editor } = await newUser([])
  const { person: viewer } = await newUser([])
  const team = await teamWith(owner, [
    [editor, 'can_edit'],
    [viewer, 'can_view'],
  ])
  const inner = await makeFolder(owner, 'Inner', team.id)
  const view = async (person: typeof owner, name: RegExp) => {
    const page = await openFiles(person, { on: desktop, path: `files/${inner}` })
    await page.getByRole('treeitem', { name }).last().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Download' }).waitFor()
    const found = (await labels(page)).map((label) => label.split('\n')[0])
    return found
  }
  const creates = ['Open', 'New folder', 'Upload files', 'Upload folder', 'Download']
  const edits = ['Rename', 'Move', 'Copy or cut', 'Customize', 'Restore to an earlier time…', 'Delete']
  t.strictSame(await view(editor, /^Inner/), [...creates, ...edits])
  t.strictSame(await view(viewer, /^Inner/), ['Open', 'Download'])
  t.strictSame(browser.errors, [])
})

t.test('folder tree: a long press opens the menu, on phones as a sheet', async (t) => {
  const { person } = await newUser(['Plans'])
  for (const width of [390, 1024]) {
    const page = await openFiles(person, { width, touch: true })
    if (width < 1_024) await page.getByRole('button', { name: 'Open navigation' }).tap()
    const {
      x,
      y,
      width: across,
      height,
    } = (await node(page, 'Plans').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const touch = await page.context().newCDPSession(page)
    const point = [{ x: x + across / 2, y: y + height / 2 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point })
    const rename = page.getByRole(width < 640 ? 'button' : 'menuitem', { name: 'Rename', exact: true })
    await rename.waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    t.same(await axeFaults(page), [])
    await rename.tap()
    await page.getByRole('dialog').getByLabel('Name').waitFor()
    t.match(page.url(), /\/platform\/files$/, 'the press does not open the folder')
    await page.close()
  }
  t.strictSame(browser.errors, [])
})
