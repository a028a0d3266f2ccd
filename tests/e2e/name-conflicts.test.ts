import t from 'tap'
import { axeFaults, picture } from '../support/browser.ts'
import { chooseInMenu, listedNames, row, rowGone, rowHandle, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)
const { person } = await newUser([])
const top = await makeFolder(person, 'Top')
const box = await makeFolder(person, 'Box', top)
const docs = await makeFolder(person, 'Docs', top)
const boxed = await makeFolder(person, 'Docs', box)
await putFile(person, 'in.txt', 'in', docs)
await putFile(person, 'in.txt', 'boxed', boxed)
await putFile(person, 'a.txt', 'a', top)
await putFile(person, 'a.txt', 'boxed a', box)
const inTop = listedNames(person, `folders/${top}`)
const inBox = listedNames(person, `folders/${box}`)

t.test('move: one question about taken names, the result told, one undo', async (t) => {
  const page = await openFiles(person, { path: `files/${top}`, theme: 'dark' })
  const moveBoth = async () => {
    await rowHandle(page, 'Docs').click()
    await rowHandle(page, 'a.txt').click({ modifiers: ['Control'] })
    await rowHandle(page, 'a.txt').click({ button: 'right' })
    await chooseInMenu(page, 'Move')
    await page.getByRole('dialog').getByText('Box').click()
    await page.getByRole('button', { name: 'Move here' }).click()
    await page.getByRole('heading', { name: '2 names already exist' }).waitFor()
  }
  await moveBoth()
  await picture(page, 'name-conflict-dark')
  t.same(await axeFaults(page), [])
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await rowShown(page, 'a.txt')
  await eventually(t, inTop, ['Box', 'Docs', 'a.txt'])

  await moveBoth()
  await page.getByRole('radio', { name: /^Merge folders, replace files/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await rowGone(page, 'a.txt')
  await toastShown(page, '2 items moved to Box · 1 folder merged and 2 files replaced')
  await eventually(t, inTop, ['Box'])
  await page.keyboard.press('Control+z')
  await rowShown(page, 'a.txt')
  await eventually(t, inTop, ['Box', 'Docs', 'a.txt'])
  await eventually(t, inBox, ['Docs', 'a.txt'])
  await page.context().close()
})

t.test('rename: a changed type and a taken name are told and undone', async (t) => {
  const page = await openFiles(person, { path: `files/${top}` })
  const rename = async (from: string, to: string) => {
    await rowHandle(page, from).click()
    await page.keyboard.press('F2')
    await page.locator('input[aria-label=Name]:focus').fill(to)
    await page.keyboard.press('Enter')
  }
  await rename('a.txt', 'a.md')
  await toastShown(page, '“a.txt” renamed to “a.md”. Its type is now .md')
  await page.keyboard.press('Control+z')
  await rowShown(page, 'a.txt')
  await eventually(t, inTop, ['Box', 'Docs', 'a.txt'])
  await rename('Docs', 'Box')
  await toastShown(page, '“Box” already exists here. The new name is “Box (1)”')
  await rowShown(page, 'Box (1)')
  await page.keyboard.press('Control+z')
  await eventually(t, inTop, ['Box', 'Docs', 'a.txt'])
  await page.context().close()
})

t.test('an editor of a link is asked too', async (t) => {
  const { token } = await makeShare(person, { id: top, type: 'folder' }, { permission: 'editor' })
  const page = await browser.visit(`${app.url}/share/${token}`, { width: 390 })
  await page.getByRole('button', { name: 'Actions for a.txt' }).click()
  await page.getByText('Move', { exact: true }).filter({ visible: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Box' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move here' }).click()
  await page.getByRole('heading', { name: '“a.txt” already exists' }).waitFor()
  await picture(page, 'name-conflict-editor-390')
  t.same(await axeFaults(page), [])
  await page.getByRole('button', { name: 'Continue' }).click()
  await eventually(t, inBox, ['Docs', 'a (1).txt', 'a.txt'])
  t.same(browser.errors, [])
})

t.test('rename: a slow page does not select again what was typed', async (t) => {
  const { person } = await newUser([], 1)
  const page = await openFiles(person)
  await row(page, 'item 1.bin').click()
  await page.evaluate(() => {
    const start = window.setTimeout.bind(window)
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => start(run, ms + 300) })
  })
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'Name' })
  await field.fill('report.bin')
  await page.waitForTimeout(500)
  await field.press('x')
  t.equal(await field.inputValue(), 'report.binx')
})

t.test('rename: a field that is left unchanged keeps the name that somebody else gave meanwhile', async (t) => {
  const { person, ids } = await newUser(['Plans'])
  const page = await openFiles(person)
  await page.waitForSelector('html[data-realtime]')
  await row(page, 'Plans').click()
  await page.keyboard.press('F2')
  const field = page.locator('input[aria-label=Name]:focus')
  await field.waitFor()
  await person.client.patch(`/api/rename/${ids.Plans}`, { name: 'Drafts' })
  await page.getByRole('checkbox', { name: 'Select Drafts' }).waitFor({ state: 'attached' })
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/rename/')) calls += 1
  })
  await field.blur()
  await rowShown(page, 'Drafts')
  t.equal(calls, 0)
})
